import Type from 'typebox'
import { type Access, everyRole } from './access.ts'
import { Currency, OrderedMethod, Text } from './collection-fields.ts'
import { Body, DecimalAmount, Id, ListOf, listQuery, Nullable, period, Timestamp, Url } from './fields.ts'
import { Metadata, MetadataChange, metadataFilter, ShownMetadata } from './metadata.ts'
import { operation } from './operation.ts'

export const paymentLinkStatuses = ['ACTIVE', 'INACTIVE', 'EXPIRED', 'PAID'] as const
export const PaymentLinkStatus = Type.Enum([...paymentLinkStatuses])

const Methods = Type.Array(OrderedMethod, {
  minItems: 1,
  maxItems: 4,
  uniqueItems: true,
  'x-problem': 'must be a list of different ways to pay, at least one',
})

/** What a payer sees of a link, and its merchant. */
export const linkFields = {
  amount: Nullable(Type.String({ description: 'Null where the customer chooses.' })),
  min_amount: Nullable(Type.String()),
  max_amount: Nullable(Type.String()),
  currency: Type.String(),
  description: Nullable(Type.String()),
  status: PaymentLinkStatus,
  methods: Type.Array(OrderedMethod),
  single_use: Type.Boolean({ description: 'Whether it is `PAID` once it was paid.' }),
  expires_at: Nullable(Timestamp),
}

export const PaymentLink = Type.Object({
  id: Id,
  merchant_id: Id,
  ...linkFields,
  invoice_id: Nullable(Id),
  metadata: ShownMetadata,
  public_url: Type.String({ ...Url, description: 'Send it to whoever is to pay.' }),
  paid_count: Type.Integer({ description: 'How many payments have succeeded and were not reversed.' }),
  paid_amount: Nullable(
    Type.String({
      description: 'What these came to. Null for a moment where it must be summed anew, after an upgrade.',
    }),
  ),
  created_at: Timestamp,
  updated_at: Timestamp,
})

const writers = {
  who: 'merchant',
  roles: ['owner', 'admin', 'finance', 'developer'],
  keys: 'payment_links:write',
} as const

const mayRead = {
  who: 'merchant',
  merchant: 'caller',
  roles: everyRole,
  keys: 'payment_links:read',
} as const satisfies Access

export const paymentLinkOperations = {
  createPaymentLink: operation({
    id: 'createPaymentLink',
    method: 'POST',
    path: '/v1/payment-links',
    tag: 'Payment links',
    summary: 'Create a payment link',
    description:
      'Where `amount` is null the customer chooses, within `min_amount` and `max_amount` if they are given. Without `methods` ' +
      'all ways to pay are open. Its `metadata` is copied to each payment, whose own keys win.',
    access: { ...writers, merchant: 'body' },
    idempotency: 'accepted',
    body: Body({
      merchant_id: Id,
      amount: Nullable(DecimalAmount),
      min_amount: Type.Optional(DecimalAmount),
      max_amount: Type.Optional(DecimalAmount),
      currency: Type.Optional(Currency),
      description: Type.Optional(Text(500)),
      methods: Type.Optional(Methods),
      single_use: Type.Optional(Type.Boolean()),
      expires_at: Type.Optional(Timestamp),
      metadata: Type.Optional(Metadata),
    }),
    status: 201,
    reply: PaymentLink,
    refusals: ['unsupported_currency', 'amount_not_supported', 'provider_error'],
  }),
  listPaymentLinks: operation({
    id: 'listPaymentLinks',
    method: 'GET',
    path: '/v1/payment-links',
    tag: 'Payment links',
    summary: 'List payment links',
    access: mayRead,
    idempotency: 'none',
    query: Body({ ...listQuery, status: Type.Optional(PaymentLinkStatus), ...period, ...metadataFilter }),
    status: 200,
    reply: ListOf(PaymentLink),
  }),
  readPaymentLink: operation({
    id: 'readPaymentLink',
    method: 'GET',
    path: '/v1/payment-links/{payment_link_id}',
    tag: 'Payment links',
    summary: 'Read a payment link',
    access: mayRead,
    idempotency: 'none',
    status: 200,
    reply: PaymentLink,
    refusals: ['not_found'],
  }),
  changePaymentLink: operation({
    id: 'changePaymentLink',
    method: 'PATCH',
    path: '/v1/payment-links/{payment_link_id}',
    tag: 'Payment links',
    summary: 'Change, close or open a payment link',
    description:
      'Fields that are absent stay as they are. `INACTIVE` closes it, `ACTIVE` opens it again; one that has expired needs a ' +
      'later `expires_at`, or null for none. A payment that is under way goes on. Its `metadata` is copied to payments that are made from then on.',
    access: { ...writers, merchant: 'caller' },
    idempotency: 'none',
    body: Body({
      description: Type.Optional(Nullable(Text(500))),
      methods: Type.Optional(Methods),
      expires_at: Type.Optional(Nullable(Timestamp)),
      status: Type.Optional(Type.Enum(['ACTIVE', 'INACTIVE'])),
      metadata: Type.Optional(MetadataChange),
    }),
    status: 200,
    reply: PaymentLink,
    refusals: ['not_found', 'invalid_state'],
  }),
}
