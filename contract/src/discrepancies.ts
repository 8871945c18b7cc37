import Type from 'typebox'
import { ties } from './decision-fields.ts'
import { evidenceFields, seenEvidence } from './evidence-fields.ts'
import { Body, Id, ListOf, Note, Nullable, queueQuery, Timestamp } from './fields.ts'
import { asAdmin, operation } from './operation.ts'
import { refundDestination } from './refund-fields.ts'

export const discrepancyKinds = [
  'success_after_failure',
  'failure_after_success',
  'other_amount',
  'other_currency',
  'success_before_request',
  'reversal_after_failure',
  'reversal_after_refund',
  'unknown_reference',
  'paid_twice',
  'overpaid',
  'another_try_paid',
  'paid_after_void',
  'bill_refused',
  'missing_there',
  'missing_here',
  'different_amount',
  'different_state',
] as const

export const discrepancyStatuses = ['open', 'settled'] as const
export const settlementActions = [
  'accept_provider',
  'keep_ours',
  'return_to_payer',
  'refund',
  'keep',
] as const
export const proposableActions = ['accept_provider', 'keep_ours'] as const
const effects = ['nothing', 'paid', 'taken_back', 'ended', 'returned', 'refunded', 'not_owed'] as const

/** What settling it one way would do, and why that is not for the caller, where it is not. */
const Choice = Type.Object({
  action: Type.Enum([...settlementActions]),
  allowed: Type.Boolean(),
  effect: Nullable(
    Type.Enum([...effects], {
      description:
        'What it does to the payment and its books: it is booked as paid, taken back, ended unpaid, or ended with a refund that waits for approval; what the merchant has too much of is refunded in the same way. Null where this way is not open to its kind.',
    }),
  ),
  why: Nullable(
    Type.Enum(['settled', 'not_for_this_kind', 'own_statement', ...ties], {
      description: 'Why it is not allowed.',
    }),
  ),
})

const ContradictedPayment = Type.Object({
  status: Type.String(),
  amount: Type.String(),
  currency: Type.String(),
  merchant_name: Type.String(),
})

const DiscrepancyStatus = Type.Enum([...discrepancyStatuses])

export const Discrepancy = Type.Object({
  id: Id,
  merchant_id: Nullable(Id),
  collection_id: Nullable(Id),
  withdrawal_id: Nullable(Id),
  provider: Nullable(
    Type.String({
      description:
        'Who said it, where nothing of ours has that reference, or it is about one of several tries.',
    }),
  ),
  reference: Nullable(Type.String()),
  kind: Type.Enum([...discrepancyKinds]),
  ours: Type.String(),
  theirs: Type.String(),
  status: DiscrepancyStatus,
  action: Nullable(Type.Enum([...settlementActions])),
  note: Nullable(Type.String()),
  settled_by: Nullable({ ...Id, description: 'Null as well where a refund that arrived has settled it.' }),
  settled_by_name: Nullable(Type.String()),
  proposal: Nullable(
    Type.Object({
      action: Type.Enum([...proposableActions]),
      because: Type.String(),
    }),
  ),
  brought_by: Nullable({
    ...Id,
    description: 'Who uploaded the statement that alone tells of it: somebody else accepts it.',
  }),
  payment: Nullable(ContradictedPayment),
  choices: Type.Array(Choice),
  created_at: Timestamp,
  settled_at: Nullable(Timestamp),
  ...evidenceFields,
})

/** Where a provider contradicts our books, or money comes that nobody owes, and how a Super Admin settles it. */
export const discrepancyOperations = {
  adminListDiscrepancies: operation({
    ...asAdmin,
    id: 'adminListDiscrepancies',
    method: 'GET',
    path: '/v1/admin/discrepancies',
    summary: 'List what only a person can settle',
    description:
      'Where a provider contradicts our books, and money that nobody owes: `paid_twice`, `overpaid`, `paid_after_void`, `another_try_paid`.',
    idempotency: 'none',
    query: Body({
      ...queueQuery,
      status: Type.Optional(DiscrepancyStatus),
      kind: Type.Optional(Type.Enum([...discrepancyKinds])),
      merchant_id: Type.Optional(Id),
      collection_id: Type.Optional(Id),
      withdrawal_id: Type.Optional(Id),
    }),
    reply: ListOf(Discrepancy),
  }),
  adminReadDiscrepancy: operation({
    ...asAdmin,
    id: 'adminReadDiscrepancy',
    method: 'GET',
    path: '/v1/admin/discrepancies/{discrepancy_id}',
    summary: 'Read a discrepancy',
    idempotency: 'none',
    reply: Discrepancy,
    refusals: ['not_found'],
  }),
  adminSettleDiscrepancy: operation({
    ...asAdmin,
    id: 'adminSettleDiscrepancy',
    method: 'POST',
    path: '/v1/admin/discrepancies/{discrepancy_id}/settle',
    summary: 'Settle a discrepancy',
    description:
      'A contradicting amount or currency can only be kept as ours; a payment that is still open then counts as failed. ' +
      'A payment that nothing of ours has the reference of is kept as ours too: what became of its money is written in the note. ' +
      'So is money that nobody owes, which the books have already where it was credited. With `return_to_payer`, money that came late, for another try ' +
      'or with another amount goes back to whoever paid, by a refund that needs its own approval; `destination_…` is for that, where nobody knows who paid. ' +
      'What was paid beyond an invoice is the merchant’s: `keep` leaves it there, and `refund` gives it back out of the merchant’s balance, likewise. ' +
      '`refund` does so with what is left of a payment that came after its invoice was voided; once all of that is back with its payer, the discrepancy is settled by itself, and ' +
      'if a refund of it fails or comes back, another is opened.',
    idempotency: 'accepted',
    body: Body({
      action: Type.Enum([...settlementActions]),
      note: Type.Optional(Note),
      ...seenEvidence,
      ...refundDestination,
    }),
    reply: Discrepancy,
    refusals: [
      'not_found',
      'invalid_state',
      'insufficient_balance',
      'amount_not_supported',
      'provider_error',
    ],
  }),
}
