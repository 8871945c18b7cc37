import Type from 'typebox'
import { Body, DecimalAmount, Email, ListOf, listQuery, Name, Nullable, Phone } from './fields.ts'
import { Merchant, VerificationStatus } from './merchants.ts'
import { operation } from './operation.ts'

/** A merchant as Super Admins see it. */
export const AdminMerchant = Type.Object({
  ...Merchant.properties,
  hold_threshold: Nullable(
    Type.String({ description: 'Larger live payments wait for clearance. Null: none does for its size.' }),
  ),
})

const CreatedMerchant = Type.Object({
  ...Merchant.properties,
  owner_email: Type.String(),
  owner_status: Type.Enum(['active', 'invited']),
  accept_url: Nullable(Type.String()),
})

export const adminMerchantOperations = {
  adminListMerchants: operation({
    id: 'adminListMerchants',
    method: 'GET',
    path: '/v1/admin/merchants',
    tag: 'Administration',
    summary: 'List all merchants',
    access: { who: 'super_admin' },
    idempotency: 'none',
    query: Body({
      ...listQuery,
      verification_status: Type.Optional(VerificationStatus),
      is_active: Type.Optional(Type.Boolean()),
      search: Type.Optional(Type.String({ minLength: 1, maxLength: 120, description: 'Part of the name.' })),
    }),
    status: 200,
    reply: ListOf(AdminMerchant),
  }),
  adminCreateMerchant: operation({
    id: 'adminCreateMerchant',
    method: 'POST',
    path: '/v1/admin/merchants',
    tag: 'Administration',
    summary: 'Create a merchant for somebody',
    description:
      'Somebody with a proven address becomes the owner at once; anybody else is invited as the owner.',
    access: { who: 'super_admin' },
    idempotency: 'accepted',
    body: Body({
      name: Name,
      phone: Type.Optional(Phone),
      owner_email: Email,
      verification_status: Type.Optional(VerificationStatus),
    }),
    status: 201,
    reply: CreatedMerchant,
  }),
  adminChangeMerchant: operation({
    id: 'adminChangeMerchant',
    method: 'PATCH',
    path: '/v1/admin/merchants/{merchant_id}',
    tag: 'Administration',
    summary: 'Verify, activate or suspend a merchant',
    access: { who: 'super_admin' },
    idempotency: 'none',
    body: Type.Object(
      {
        verification_status: Type.Optional(VerificationStatus),
        is_active: Type.Optional(Type.Boolean()),
        hold_threshold: Type.Optional(Nullable(DecimalAmount)),
      },
      {
        additionalProperties: false,
        minProperties: 1,
        'x-problem': 'must name verification_status, is_active or hold_threshold',
      },
    ),
    status: 200,
    reply: AdminMerchant,
    refusals: ['not_found'],
  }),
}
