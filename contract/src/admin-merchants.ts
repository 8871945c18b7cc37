import Type from 'typebox'
import {
  Body,
  DecimalAmount,
  Email,
  Id,
  ListOf,
  listQuery,
  Name,
  Note,
  Nullable,
  Phone,
  Timestamp,
  Url,
} from './fields.ts'
import { Balance } from './ledger.ts'
import { Merchant, OwnMerchant, VerificationStatus } from './merchants.ts'
import { operation } from './operation.ts'
import { PricingRule } from './pricing-rules.ts'

/** A merchant as Super Admins see it. */
export const AdminMerchant = Type.Object({
  ...Merchant.properties,
  hold_threshold: Nullable(
    Type.String({ description: 'Larger live payments wait for clearance. Null: none does for its size.' }),
  ),
})

const inEnvironment = Type.Object({
  balance: Balance,
  withdrawals_pending: Type.Integer({ description: 'Waiting for approval, or for an answer.' }),
  withdrawals_unclear: Type.Integer({
    description: 'Of which nobody knows how they ended, or a person must say.',
  }),
  collections_held: Type.Integer(),
  discrepancies_open: Type.Integer({ description: 'A hundred means a hundred or more.' }),
  api_keys: Type.Integer({ description: 'Those that work.' }),
  last_collection_at: Nullable(Timestamp),
  last_withdrawal_at: Nullable(Timestamp),
})

/** A merchant with everything an operator needs on one screen. */
export const MerchantDossier = Type.Object({
  ...AdminMerchant.properties,
  looks: Type.Pick(OwnMerchant, [
    'display_name',
    'brand_colour',
    'support_phone',
    'support_email',
    'language',
  ]),
  members: Type.Integer(),
  owners: Type.Array(Type.Object({ name: Type.String(), email: Type.String() }), {
    description: 'Twenty at most.',
  }),
  pricing: Type.Array(PricingRule, { description: 'The rule in force for each channel.' }),
  live: inEnvironment,
  sandbox: inEnvironment,
  history: Type.Array(
    Type.Object({
      at: Timestamp,
      action: Type.String(),
      actor_kind: Type.String(),
      by: Nullable(Type.String()),
      subject_kind: Type.String(),
      subject_id: Id,
      details: Type.Unknown(),
      request_id: Nullable(Type.String()),
    }),
    { description: 'The latest fifty entries of the audit log about it, newest first.' },
  ),
})

const CreatedMerchant = Type.Object({
  ...Merchant.properties,
  owner_email: Type.String(),
  owner_status: Type.Enum(['active', 'invited']),
  accept_url: Nullable(Url),
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
      search: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 120,
          description: 'Part of the name, or of the address of a member.',
        }),
      ),
    }),
    status: 200,
    reply: ListOf(AdminMerchant),
  }),
  adminReadMerchant: operation({
    id: 'adminReadMerchant',
    method: 'GET',
    path: '/v1/admin/merchants/{merchant_id}',
    tag: 'Administration',
    summary: 'One merchant with everything that is known of it',
    access: { who: 'super_admin' },
    idempotency: 'none',
    status: 200,
    reply: MerchantDossier,
    refusals: ['not_found'],
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
    description: 'The merchant is told what changed, and why if there is a `note`.',
    access: { who: 'super_admin' },
    idempotency: 'none',
    body: Type.Object(
      {
        verification_status: Type.Optional(VerificationStatus),
        is_active: Type.Optional(Type.Boolean()),
        hold_threshold: Type.Optional(Nullable(DecimalAmount)),
        note: Type.Optional(
          Type.String({ ...Note, description: 'Why; the merchant reads it. Say it when you refuse.' }),
        ),
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
