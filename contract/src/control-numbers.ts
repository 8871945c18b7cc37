import Type from 'typebox'
import { type Access, collectors, everyRole } from './access.ts'
import { CollectionStatus, Currency, Text } from './collection-fields.ts'
import {
  Body,
  DecimalAmount,
  Id,
  ListOf,
  listQuery,
  Nullable,
  Phone,
  period,
  Reference,
  Timestamp,
} from './fields.ts'
import { asAdmin, operation } from './operation.ts'
import type { RefusalCode } from './refusals.ts'

export const controlNumberKinds = ['ORDER', 'CUSTOMER'] as const
export const paymentModes = ['EXACT', 'PART', 'ANY'] as const
export const controlNumberStatuses = ['ACTIVE', 'PAID', 'EXPIRED', 'CANCELLED'] as const

export const ControlNumberKind = Type.Enum([...controlNumberKinds], {
  description: '`ORDER` is for one order and is `PAID` once that is; `CUSTOMER` is paid again and again.',
})
export const PaymentMode = Type.Enum([...paymentModes], {
  description:
    '`EXACT`: the amount and nothing else. `PART`: in parts, up to the amount. `ANY`: whatever the payer sends.',
})
export const ControlNumberStatus = Type.Enum([...controlNumberStatuses])

/** As many digits as all of them have. */
export const BillNumber = Type.String({
  pattern: '^[0-9]{13}$',
  'x-problem': 'must be the 13 digits of a control number',
  examples: ['2048137756190'],
})

export const ControlNumber = Type.Object({
  id: Id,
  merchant_id: Id,
  number: Type.String({
    description: 'What the payer types: 13 digits, of which the last is a check digit.',
  }),
  kind: ControlNumberKind,
  payment_mode: PaymentMode,
  status: ControlNumberStatus,
  amount: Nullable(Type.String({ description: 'Null where the payer chooses.' })),
  currency: Type.String(),
  description: Nullable(Type.String()),
  merchant_reference: Nullable(Type.String()),
  customer_id: Nullable(Id),
  invoice_id: Nullable(Id),
  paid_count: Type.Integer({ description: 'How many payments have succeeded and were not reversed.' }),
  paid_amount: Type.String({ description: 'What these came to.' }),
  expires_at: Nullable(Timestamp),
  paid_at: Nullable(Timestamp),
  cancelled_at: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
})

/** The same for whoever runs the service: whose it is, and at whose counters it is paid. */
export const AdminControlNumber = Type.Object({
  ...ControlNumber.properties,
  merchant_name: Type.String(),
  provider: Type.String(),
})

const wish = {
  kind: ControlNumberKind,
  amount: Type.Optional(DecimalAmount),
  currency: Type.Optional(Currency),
  payment_mode: Type.Optional(PaymentMode),
  customer_id: Type.Optional(Id),
  invoice_id: Type.Optional(Id),
  description: Type.Optional(Text(500)),
  merchant_reference: Type.Optional(Reference),
  expires_at: Type.Optional(Timestamp),
}
export const ControlNumberRow = Body(wish)

export const mostControlNumbers = 1_000

/** What became of a payment at a simulated counter. */
export const billAnswers = ['payable', 'unknown', 'closed', 'too_low', 'too_high', 'no_answer'] as const
export const BillPayment = Type.Object({
  answer: Type.Enum([...billAnswers], {
    description:
      'What the network was told when it asked whether the number may be paid with this amount: `payable`, or why not. `no_answer`: nothing within 3 seconds.',
  }),
  outcome: Type.Enum(['paid', 'refused', 'declined'], {
    description:
      '`refused`: the network took no money, because of the answer. `declined`: the payer could not pay.',
  }),
  receipt: Nullable(
    Type.String({
      description: "The network's receipt, which is the `provider_reference` of the collection.",
    }),
  ),
  collection_id: Nullable(
    Type.String({
      ...Id,
      description: 'Null until the payment was heard of, and where the number is unknown.',
    }),
  ),
  status: Nullable(CollectionStatus),
})

const writers = { who: 'merchant', roles: collectors, keys: 'collections:write' } as const
const mayRead = {
  who: 'merchant',
  merchant: 'caller',
  roles: everyRole,
  keys: 'collections:read',
} as const satisfies Access

const tag = 'Control numbers'
const refusalsOfMaking: RefusalCode[] = [
  'merchant_inactive',
  'unsupported_currency',
  'amount_not_supported',
  'invoice_already_paid',
  'invalid_state',
  'provider_error',
]

export const controlNumberOperations = {
  createControlNumber: operation({
    id: 'createControlNumber',
    method: 'POST',
    path: '/v1/control-numbers',
    tag,
    summary: 'Create a control number',
    description:
      'The payer types it into the menu for bills of any wallet or bank. Without `payment_mode` it is `EXACT` where there is an amount, and `ANY` where there is none. ' +
      'With `invoice_id` it is for what is due of that invoice, in parts where the invoice allows them.',
    access: { ...writers, merchant: 'body' },
    idempotency: 'required',
    body: Body({ merchant_id: Id, ...wish }),
    status: 201,
    reply: ControlNumber,
    refusals: refusalsOfMaking,
  }),
  createControlNumbers: operation({
    id: 'createControlNumbers',
    method: 'POST',
    path: '/v1/control-numbers/bulk',
    tag,
    summary: 'Create up to 1,000 control numbers',
    description:
      'Whole or not at all: all rows are judged, and what is not right is told row by row, as `[{row, field, problem}]`. Also as `text/csv` with a line of field names first, and `merchant_id` in the query. The numbers come in the order of the rows.',
    access: { ...writers, merchant: 'body' },
    idempotency: 'required',
    body: Body({
      merchant_id: Id,
      rows: Type.Array(ControlNumberRow, {
        minItems: 1,
        maxItems: mostControlNumbers,
        // Hundreds of rows have problems of their own, which are told row by row.
        'x-told-by-row': true,
        'x-problem': `must be a list of 1 to ${mostControlNumbers} rows`,
      }),
    }),
    takesCsv: 'rows',
    mostBytes: 1_048_576,
    status: 201,
    reply: Type.Object({ items: Type.Array(ControlNumber) }),
    refusals: refusalsOfMaking,
  }),
  listControlNumbers: operation({
    id: 'listControlNumbers',
    method: 'GET',
    path: '/v1/control-numbers',
    tag,
    summary: 'List control numbers',
    access: mayRead,
    idempotency: 'none',
    query: Body({
      ...listQuery,
      status: Type.Optional(ControlNumberStatus),
      number: Type.Optional(BillNumber),
      customer_id: Type.Optional(Id),
      invoice_id: Type.Optional(Id),
      merchant_reference: Type.Optional(Reference),
      ...period,
    }),
    status: 200,
    reply: ListOf(ControlNumber),
  }),
  readControlNumber: operation({
    id: 'readControlNumber',
    method: 'GET',
    path: '/v1/control-numbers/{control_number_id}',
    tag,
    summary: 'Read a control number',
    access: mayRead,
    idempotency: 'none',
    status: 200,
    reply: ControlNumber,
    refusals: ['not_found'],
  }),
  cancelControlNumber: operation({
    id: 'cancelControlNumber',
    method: 'POST',
    path: '/v1/control-numbers/{control_number_id}/cancel',
    tag,
    summary: 'Cancel a control number',
    description:
      'From now on whoever asks is told that it is closed. What was paid before stays the payment that it is.',
    access: { ...writers, merchant: 'caller' },
    idempotency: 'accepted',
    status: 200,
    reply: ControlNumber,
    refusals: ['not_found', 'invalid_state'],
  }),
  adminListControlNumbers: operation({
    ...asAdmin,
    id: 'adminListControlNumbers',
    method: 'GET',
    path: '/v1/admin/control-numbers',
    summary: 'List the control numbers of all merchants',
    description: 'By `number` it tells whose the number is that a payer has in hand.',
    idempotency: 'none',
    query: Body({
      ...listQuery,
      status: Type.Optional(ControlNumberStatus),
      number: Type.Optional(BillNumber),
      merchant_id: Type.Optional(Id),
      ...period,
    }),
    reply: ListOf(AdminControlNumber),
  }),
  paySandboxBill: operation({
    id: 'paySandboxBill',
    method: 'POST',
    path: '/v1/sandbox/bill-payments',
    tag: 'Sandbox',
    summary: 'Pay a control number as a simulated payer',
    description:
      'The simulated network asks whether the number may be paid with this amount, takes the money if it may, and tells of it. With `insist` it takes the money in spite of a no: ' +
      'it is then owed to the payer, and never yours. Phones choose how it goes on, as with pushes: 255700000003 has too little money, …08 is told twice, …09 is reversed, …13 is held.',
    access: {
      who: 'merchant',
      merchant: 'caller',
      environment: 'sandbox',
      roles: ['owner', 'admin', 'finance', 'developer'],
      keys: 'any',
    },
    idempotency: 'accepted',
    body: Body({
      number: BillNumber,
      amount: DecimalAmount,
      phone: Type.Optional(Phone),
      insist: Type.Optional(Type.Boolean()),
    }),
    status: 200,
    reply: BillPayment,
  }),
}
