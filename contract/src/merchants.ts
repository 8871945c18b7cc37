import Type from 'typebox'
import { everyRole } from './access.ts'
import { Body, Id, Name, Nullable, Phone, Timestamp } from './fields.ts'
import { operation } from './operation.ts'

export const verificationStatuses = ['unverified', 'pending', 'verified'] as const
export const VerificationStatus = Type.Enum([...verificationStatuses])

export const Merchant = Type.Object({
  merchant_id: Id,
  name: Type.String(),
  phone: Nullable(Type.String()),
  verification_status: VerificationStatus,
  is_active: Type.Boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
})

export const merchantOperations = {
  openMerchant: operation({
    id: 'openMerchant',
    method: 'POST',
    path: '/v1/merchants',
    tag: 'Merchants',
    summary: 'Open a merchant account',
    description: 'The person who opens it becomes its owner. It starts unverified and active.',
    access: { who: 'person' },
    idempotency: 'accepted',
    body: Body({ name: Name, phone: Type.Optional(Phone) }),
    status: 201,
    reply: Merchant,
  }),
  readMerchant: operation({
    id: 'readMerchant',
    method: 'GET',
    path: '/v1/merchants/{merchant_id}',
    tag: 'Merchants',
    summary: 'Read a merchant account',
    access: { who: 'merchant', merchant: 'path', roles: everyRole, keys: 'any' },
    idempotency: 'none',
    status: 200,
    reply: Merchant,
  }),
}
