import Type, { type TSchema } from 'typebox'
import { failureFields } from './failures.ts'
import { Body, DecimalAmount, Id, Nullable, Reference, Timestamp } from './fields.ts'
import { Metadata, ShownMetadata } from './metadata.ts'

export const withdrawalStatuses = [
  'PENDING_ADMIN_APPROVAL',
  'INFO_REQUESTED',
  'PROCESSING',
  'SUCCESS',
  'FAILED',
  'REJECTED',
  'NEEDS_ADMIN_ATTENTION',
  'NEEDS_RECONCILIATION',
  'BLOCKED_IP_WHITELIST',
  'REVERSED',
] as const
export const WithdrawalStatus = Type.Enum([...withdrawalStatuses])

export const withdrawalSorts = ['withdrawal', 'refund'] as const
export const withdrawalMethods = ['MOBILE_MONEY', 'BANK_ACCOUNT', 'PROVIDER_PESA'] as const
export const WithdrawalMethod = Type.Enum([...withdrawalMethods])

export const RecipientName = Type.String({
  minLength: 1,
  maxLength: 120,
  pattern: '\\S',
  'x-problem': 'must be 1 to 120 characters',
})
export const BankName = Type.String({
  ...RecipientName,
  description: 'Must resemble the name of the destination_code in GET /v1/destinations.',
})
export const Code = Type.String({
  minLength: 1,
  maxLength: 40,
  'x-problem': 'must be a code of GET /v1/destinations',
})
export const AccountNumber = Type.String({
  pattern: '^[0-9A-Za-z-]{4,34}$',
  'x-problem': 'must be 4 to 34 letters, digits or hyphens',
})
export const LookUpId = Type.String({
  ...Id,
  description: 'Of a look-up of this destination in the last 24 hours; see POST /v1/destinations/look-up.',
})
export const Identifier = Type.String({
  minLength: 4,
  maxLength: 34,
  'x-problem': 'must be 4 to 34 characters',
})

export const RecipientId = Type.String({
  ...Id,
  description:
    'A saved recipient, instead of the fields that say where the money goes. One of both is needed.',
})

/** A saved recipient says all that these would. */
export function orRecipient<P extends Record<string, TSchema>>(place: P, needed: (keyof P & string)[]) {
  return { field: 'recipient_id', of: Object.keys(place), needed }
}

const quoted = {
  method: Type.Optional(WithdrawalMethod),
  destination_code: Type.Optional(Code),
  destination_identifier: Type.Optional(Identifier),
}
export const QuoteBody = Body(
  { amount: DecimalAmount, ...quoted, recipient_id: Type.Optional(RecipientId) },
  orRecipient(quoted, ['method', 'destination_code', 'destination_identifier']),
)

const beside = {
  recipient_id: Type.Optional(RecipientId),
  merchant_reference: Type.Optional(Reference),
  look_up_id: Type.Optional(LookUpId),
  metadata: Type.Optional(Metadata),
}

const submitted = {
  method: Type.Optional(WithdrawalMethod),
  destination_code: Type.Optional(Code),
  destination_name: Type.Optional(RecipientName),
  destination_phone: Type.Optional(Identifier),
  bank_name: Type.Optional(BankName),
  bank_account_number: Type.Optional(AccountNumber),
  bank_account_name: Type.Optional(RecipientName),
}
export const WithdrawalBody = Body(
  { ...submitted, amount: DecimalAmount, ...beside },
  orRecipient(submitted, ['method', 'destination_code', 'destination_name']),
)

const direct = {
  destination_name: Type.Optional(RecipientName),
  destination_identifier: Type.Optional(Identifier),
  destination_code: Type.Optional(Code),
}
const directNeeded = ['destination_name', 'destination_identifier', 'destination_code'] as const
export const DisbursementBody = Body(
  { merchant_id: Id, amount: DecimalAmount, ...direct, ...beside },
  orRecipient(direct, [...directNeeded]),
)
const toBank = {
  ...direct,
  bank_name: Type.Optional(BankName),
  bank_account_name: Type.Optional(RecipientName),
}
export const BankDisbursementBody = Body(
  { merchant_id: Id, amount: DecimalAmount, ...toBank, ...beside },
  orRecipient(toBank, [...directNeeded, 'bank_name']),
)

/** One line of how a quote came about, for people. */
export const Explanation = Type.Object({ line: Type.String(), amount: Type.String(), because: Type.String() })

export const Quote = Type.Object({
  withdrawal_amount: Type.String(),
  processor_charge: Type.String(),
  service_fee: Type.String(),
  percentage_fee: Type.String(),
  flat_fee: Type.String(),
  total_charges: Type.String(),
  total_reserved_amount: Type.String(),
  recipient_net_amount: Type.String(),
  channel: Type.String(),
  destination_code: Type.String(),
  pricing_rule_id: Id,
  pricing_rule_label: Type.String(),
  processor_fee_pass_through: Type.Boolean(),
  explanation: Type.Array(Explanation),
})

export const lookUpOutcomes = ['found', 'not_found', 'not_supported', 'unavailable'] as const
export const nameMatches = ['exact', 'close', 'different'] as const
export const NameMatch = Type.Enum([...nameMatches], {
  description:
    'Case, accents, titles and the order of words do not count. `close` forgives one letter, a missing word, initials and masked letters.',
})

/** Whose number or account it is, as the provider knows them. */
export const NameLookUp = Type.Object({
  look_up_id: Id,
  method: WithdrawalMethod,
  destination_code: Type.String(),
  destination_identifier: Type.String(),
  outcome: Type.Enum([...lookUpOutcomes], {
    description:
      '`not_supported`: no name is told of such destinations. `unavailable`: nobody answered; ask again later.',
  }),
  registered_name: Nullable(Type.String()),
  match: Nullable(NameMatch),
  suggested_destination_code: Nullable(
    Type.String({ description: 'Where such a number was first given out, when that is another network.' }),
  ),
  expires_at: Timestamp,
})

export const NameCheck = Type.Object({
  look_up_id: Id,
  outcome: NameLookUp.properties.outcome,
  registered_name: Nullable(Type.String()),
  match: Nullable(NameMatch),
  looked_up_at: Timestamp,
})

export const LookUpBody = Body({
  method: WithdrawalMethod,
  destination_code: Code,
  destination_identifier: Identifier,
  name: Type.Optional(RecipientName),
})

/** Only there while it is true. */
export const HeldForReview = Type.Optional(
  Type.Boolean({ description: 'Only where it is true: somebody of the operator looks at it first.' }),
)

export const Withdrawal = Type.Object({
  id: Id,
  merchant_id: Id,
  method: WithdrawalMethod,
  amount: Type.String(),
  currency: Type.String(),
  destination_name: Type.String(),
  destination_identifier: Type.String(),
  destination_code: Type.String(),
  bank_name: Nullable(Type.String()),
  bank_account_name: Nullable(Type.String()),
  merchant_reference: Nullable(Type.String()),
  metadata: ShownMetadata,
  recipient_id: Nullable({ ...Id, description: 'The saved recipient that it goes to.' }),
  batch_id: Nullable({ ...Id, description: 'The disbursement batch that it is a row of.' }),
  row: Nullable(Type.Integer({ description: 'Which row of its batch it is, counted from 1.' })),
  name_check: Nullable(NameCheck),
  status: WithdrawalStatus,
  waiting_for: Nullable(
    Type.Enum(['merchant', 'reconciliation', 'provider', 'network', 'float'], {
      description:
        'Why an approved one is not sent yet: its merchant was suspended since, the operator compares the books with those of providers after a restore, its provider is stopped or does not answer, the network it goes to is down, or its provider has too little of our money. It is sent by itself once that is over.',
    }),
  ),
  ...failureFields,
  requires_approval: Type.Boolean(),
  held_for_review: HeldForReview,
  total_charges: Type.String(),
  total_reserved_amount: Type.String(),
  recipient_net_amount: Type.String(),
  provider_reference: Nullable(Type.String()),
  transaction_reference: Nullable(Type.String()),
  initiated_at: Timestamp,
  completed_at: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
})

/** What became of one withdrawal, step by step, as its merchant may see it. */
export const WithdrawalStep = Type.Object({
  from: Nullable(WithdrawalStatus),
  to: WithdrawalStatus,
  source: Type.String(),
  note: Nullable(Type.String()),
  at: Timestamp,
})
