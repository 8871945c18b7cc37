import Type from 'typebox'
import { everyRole } from './access.ts'
import { Body, Email, Id, Name, Nullable, Phone, Timestamp } from './fields.ts'
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

export const pageLanguages = ['sw', 'en'] as const

const Colour = Type.String({
  pattern: '^#[0-9a-fA-F]{6}$',
  'x-problem': 'must be a colour like #0a7d4f',
  examples: ['#0a7d4f'],
})

/** How a merchant looks to those who pay it. */
export const looks = {
  display_name: Nullable(Name),
  brand_colour: Nullable(Colour),
  support_phone: Nullable(Phone),
  support_email: Nullable(Email),
  language: Nullable(Type.Enum([...pageLanguages])),
}

export const OwnMerchant = Type.Object({
  ...Merchant.properties,
  display_name: Nullable(
    Type.String({ description: 'What payers read on pages and in mails; `name` where it is null.' }),
  ),
  brand_colour: Nullable(Type.String({ description: 'A bar on top of the pages, never under text.' })),
  support_phone: Nullable(Type.String({ description: 'Whom payers call.' })),
  support_email: Nullable(Type.String()),
  language: Nullable(
    Type.Enum([...pageLanguages], { description: 'Of pages and mails, where payers have not said theirs.' }),
  ),
})

export const merchantOperations = {
  createMerchant: operation({
    id: 'createMerchant',
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
    reply: OwnMerchant,
  }),
  changeMerchantLooks: operation({
    id: 'changeMerchantLooks',
    method: 'PATCH',
    path: '/v1/merchants/{merchant_id}',
    tag: 'Merchants',
    summary: 'Change how a merchant looks to its payers',
    description:
      'For its pages and mails. Fields that are absent stay as they are; null goes back to nothing.',
    access: { who: 'merchant', merchant: 'path', roles: ['owner', 'admin'], keys: 'none' },
    idempotency: 'none',
    body: Body({
      display_name: Type.Optional(looks.display_name),
      brand_colour: Type.Optional(looks.brand_colour),
      support_phone: Type.Optional(looks.support_phone),
      support_email: Type.Optional(looks.support_email),
      language: Type.Optional(looks.language),
    }),
    status: 200,
    reply: OwnMerchant,
  }),
}
