import Type from 'typebox'
import { everyRole } from './access.ts'
import { Currency } from './collection-fields.ts'
import {
  Body,
  Day,
  DecimalAmount,
  Email,
  Id,
  ListOf,
  listQuery,
  Name,
  Nullable,
  Phone,
  period,
  Timestamp,
  Url,
} from './fields.ts'
import { Metadata, MetadataChange, metadataFilter, ShownMetadata } from './metadata.ts'
import { operation } from './operation.ts'
import { PaymentLink } from './payment-links.ts'

/** As they are kept. `OVERDUE` is what a sent one is called once its day is over in Dar es Salaam. */
export const invoiceStates = ['DRAFT', 'SENT', 'PARTIALLY_PAID', 'PAID', 'CREDITED', 'VOID'] as const
export const invoiceStatuses = [...invoiceStates, 'OVERDUE'] as const
export const InvoiceStatus = Type.Enum([...invoiceStatuses])

export const mostInvoiceItems = 100

export const InvoiceItem = Body({
  description: Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: '\\S',
    'x-problem': 'must be 1 to 200 characters',
  }),
  quantity: Type.String({
    pattern: '^(?!0(\\.0+)?$)(0|[1-9][0-9]{0,8})(\\.[0-9]{1,3})?$',
    'x-problem':
      'must be a decimal string greater than 0, without leading zeroes, with at most 9 digits before and 3 after the point',
    examples: ['2', '1.250'],
  }),
  unit_price: DecimalAmount,
  tax_percent: Type.Optional(
    Type.String({
      pattern: '^(100(\\.0{1,2})?|(0|[1-9][0-9]?)(\\.[0-9]{1,2})?)$',
      'x-problem': 'must be a decimal string from 0 to 100 with at most 2 digits after the point, like "18"',
      examples: ['18'],
      description: 'On top of the price.',
    }),
  ),
})

export const InvoiceItems = Type.Array(InvoiceItem, {
  minItems: 1,
  maxItems: mostInvoiceItems,
  'x-problem': `must be a list of 1 to ${mostInvoiceItems} items`,
})

const AllowPartPayment = Type.Boolean({
  description: 'Whether it may be paid in several payments. Without it each payment is for all that is due.',
})
const MinimumPayment = Type.String({
  ...DecimalAmount,
  description: 'The least that a part may be. The last part may be less: what is due can always be paid.',
})

const Notes = Type.String({ maxLength: 1000, 'x-problem': 'must be text of at most 1000 characters' })

export const ShownItem = Type.Object({
  description: Type.String(),
  quantity: Type.String(),
  unit_price: Type.String(),
  tax_percent: Nullable(Type.String()),
})

export const Invoice = Type.Object({
  id: Id,
  merchant_id: Id,
  number: Type.String({
    description: 'Counted for each merchant and environment, without gaps.',
    examples: ['INV-000123'],
  }),
  status: InvoiceStatus,
  customer_name: Type.String(),
  customer_phone: Type.String(),
  customer_email: Nullable(Type.String()),
  items: Type.Array(ShownItem),
  subtotal: Type.String(),
  tax: Type.String(),
  total: Type.String(),
  currency: Type.String(),
  allow_part_payment: Type.Boolean(),
  minimum_payment: Nullable(Type.String()),
  amount_paid: Type.String({
    description:
      'What its payments come to, less what was given back of them. With `amount_credited` and `amount_due` it comes to `total` and `amount_overpaid`.',
  }),
  amount_credited: Type.String({ description: 'What its credit notes come to.' }),
  amount_due: Type.String({ description: 'What is still to be paid; 0.00 once it is void.' }),
  amount_overpaid: Type.String({ description: 'What was paid beyond what was due.' }),
  due_date: Type.String({ format: 'date' }),
  is_overdue: Type.Boolean({
    description:
      'Whether its day is over in Dar es Salaam and something is due, also of one that is paid in part.',
  }),
  notes: Nullable(Type.String()),
  payment_link_id: Nullable(Id),
  metadata: ShownMetadata,
  public_url: Type.String({ ...Url, description: 'The page where the customer sees and pays it.' }),
  sent_at: Nullable(Timestamp),
  paid_at: Nullable(Timestamp),
  voided_at: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
})

export const invoiceWriters = {
  who: 'merchant',
  merchant: 'caller',
  roles: ['owner', 'admin', 'finance', 'developer'],
  keys: 'invoices:write',
} as const
export const invoiceReaders = {
  who: 'merchant',
  merchant: 'caller',
  roles: everyRole,
  keys: 'invoices:read',
} as const

export const invoiceOperations = {
  createInvoice: operation({
    id: 'createInvoice',
    method: 'POST',
    path: '/v1/invoices',
    tag: 'Invoices',
    summary: 'Write an invoice',
    description:
      'It begins as a draft. Each line is its quantity times its price, rounded half up to two places; its tax is that amount ' +
      'times the percentage, rounded in the same way. `subtotal` and `tax` are the sums of these, `total` is both together.',
    access: { ...invoiceWriters, merchant: 'body' },
    idempotency: 'accepted',
    body: Body({
      merchant_id: Id,
      customer_name: Name,
      customer_phone: Phone,
      customer_email: Type.Optional(Email),
      currency: Type.Optional(Currency),
      due_date: Day,
      items: InvoiceItems,
      allow_part_payment: Type.Optional(AllowPartPayment),
      minimum_payment: Type.Optional(MinimumPayment),
      notes: Type.Optional(Notes),
      metadata: Type.Optional(Metadata),
    }),
    status: 201,
    reply: Invoice,
    refusals: ['unsupported_currency', 'amount_not_supported', 'provider_error'],
  }),
  listInvoices: operation({
    id: 'listInvoices',
    method: 'GET',
    path: '/v1/invoices',
    tag: 'Invoices',
    summary: 'List invoices',
    access: invoiceReaders,
    idempotency: 'none',
    query: Body({ ...listQuery, ...period, status: Type.Optional(InvoiceStatus), ...metadataFilter }),
    status: 200,
    reply: ListOf(Invoice),
  }),
  readInvoice: operation({
    id: 'readInvoice',
    method: 'GET',
    path: '/v1/invoices/{invoice_id}',
    tag: 'Invoices',
    summary: 'Read an invoice',
    access: invoiceReaders,
    idempotency: 'none',
    status: 200,
    reply: Invoice,
    refusals: ['not_found'],
  }),
  readInvoicePdf: operation({
    id: 'readInvoicePdf',
    method: 'GET',
    path: '/v1/invoices/{invoice_id}/pdf',
    tag: 'Invoices',
    summary: 'Print an invoice as PDF',
    description:
      'Up to a few pages of A4, with the code of its page. In the language of the merchant unless told otherwise.',
    access: invoiceReaders,
    idempotency: 'none',
    query: Body({ lang: Type.Optional(Type.Enum(['sw', 'en'])) }),
    status: 200,
    file: 'application/pdf',
    reply: Type.Object({}),
    refusals: ['not_found'],
  }),
  changeInvoice: operation({
    id: 'changeInvoice',
    method: 'PATCH',
    path: '/v1/invoices/{invoice_id}',
    tag: 'Invoices',
    summary: 'Change a draft',
    description:
      'What is left out stays; `null` takes an address or a note away. What was sent is not changed any more, but for its `metadata`.',
    access: invoiceWriters,
    idempotency: 'none',
    body: Body({
      customer_name: Type.Optional(Name),
      customer_phone: Type.Optional(Phone),
      customer_email: Type.Optional(Nullable(Email)),
      currency: Type.Optional(Currency),
      due_date: Type.Optional(Day),
      items: Type.Optional(InvoiceItems),
      allow_part_payment: Type.Optional(AllowPartPayment),
      minimum_payment: Type.Optional(Nullable(MinimumPayment)),
      notes: Type.Optional(Nullable(Notes)),
      metadata: Type.Optional(MetadataChange),
    }),
    status: 200,
    reply: Invoice,
    refusals: [
      'not_found',
      'invalid_state',
      'unsupported_currency',
      'amount_not_supported',
      'provider_error',
    ],
  }),
  sendInvoice: operation({
    id: 'sendInvoice',
    method: 'POST',
    path: '/v1/invoices/{invoice_id}/send',
    tag: 'Invoices',
    summary: 'Send an invoice to its customer',
    description:
      'By mail and text message, as far as the operator has set them up and the customer can be reached; `messages` tells for ' +
      'each. `share_text` is for sharing it yourself, and is always there. A draft becomes `SENT`. Five times a day at most.',
    access: invoiceWriters,
    idempotency: 'accepted',
    status: 200,
    reply: Type.Object({
      messages: Type.Array(
        Type.Object({
          channel: Type.Enum(['email', 'sms']),
          state: Type.Enum(['queued', 'kept', 'no_address', 'not_configured'], {
            description:
              '`queued`: it is on its way; `kept`: in the outbox of the sandbox, which nothing leaves; `no_address`: the customer ' +
              'has none; `not_configured`: the operator has not set this channel up.',
          }),
        }),
      ),
      share_text: Type.String({ description: 'Words with the link, in the language of the merchant.' }),
    }),
    refusals: ['not_found', 'invalid_state', 'invoice_already_paid', 'merchant_inactive'],
  }),
  createInvoicePaymentLink: operation({
    id: 'createInvoicePaymentLink',
    method: 'POST',
    path: '/v1/invoices/{invoice_id}/payment-link',
    tag: 'Invoices',
    summary: 'Make a payment link for an invoice',
    description:
      'For what is due, and for one payment; where it may be paid in parts, for as many as it takes, and whoever pays says how much. ' +
      'A second call answers with the same link. A draft becomes `SENT`, so that its total stays.',
    access: invoiceWriters,
    idempotency: 'accepted',
    status: 201,
    reply: PaymentLink,
    refusals: ['not_found', 'invalid_state', 'invoice_already_paid', 'provider_error'],
  }),
  voidInvoice: operation({
    id: 'voidInvoice',
    method: 'POST',
    path: '/v1/invoices/{invoice_id}/void',
    tag: 'Invoices',
    summary: 'Void an invoice',
    description:
      'It keeps its number and can no longer be paid. A payment that was begun before and succeeds all the same is credited, ' +
      'and a person looks at it. What was paid in part or credited is not voided: credit the rest.',
    access: invoiceWriters,
    idempotency: 'accepted',
    status: 200,
    reply: Invoice,
    refusals: ['not_found', 'invalid_state', 'invoice_already_paid'],
  }),
}
