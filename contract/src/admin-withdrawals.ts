import Type from 'typebox'
import { CollectionMethod, CollectionStatus } from './collection-fields.ts'
import { MayDecidePayout } from './decision-fields.ts'
import { evidenceFields, seenEvidence } from './evidence-fields.ts'
import { Body, Id, ListOf, Note, Nullable, queueQuery, Timestamp } from './fields.ts'
import { Balance } from './ledger.ts'
import { asAdmin, operation } from './operation.ts'
import { decisionsOf, neededNote, optionalNote, refusalsOfApproving } from './payout-decisions.ts'
import { historyOf } from './put-aside-fields.ts'
import { RecipientStatus } from './recipients.ts'
import { Refund, refundDestination } from './refund-fields.ts'
import { Explanation, Withdrawal, WithdrawalStep, withdrawalSorts } from './withdrawal-fields.ts'
import { withdrawalFilters } from './withdrawals.ts'

/** What a refund is of, beside what it is. */
const RefundedCollection = Type.Object({
  collection_id: Id,
  status: CollectionStatus,
  method: Nullable(CollectionMethod),
  amount: Type.String(),
  refunded_amount: Type.String(),
  refundable_amount: Type.String(),
  payer: Nullable(
    Type.String({ description: 'Null where nobody knows who paid: look at the destination twice.' }),
  ),
  merchant_reference: Nullable(Type.String()),
  completed_at: Nullable(Timestamp),
})

const QueuedWithdrawal = Type.Object({
  ...Withdrawal.properties,
  kind: Type.Enum([...withdrawalSorts]),
  refund: Nullable(
    Type.Object({
      reason: Refund.properties.reason,
      note: Refund.properties.note,
      origin: Refund.properties.origin,
      way: Refund.properties.way,
      fee_returned: Refund.properties.fee_returned,
      collection: RefundedCollection,
    }),
  ),
  merchant_name: Type.String(),
  provider: Type.String({ description: 'Who pays it out, or has done so; chosen when it was asked for.' }),
  approvals: Type.Integer(),
  approvals_needed: Type.Integer(),
})

const Hint = Type.Object({ kind: Type.String(), text: Type.String() })

export const riskKinds = [
  'new_recipient',
  'name_mismatch',
  'velocity',
  'unusual_amount',
  'own_phone',
  'unknown_payer',
] as const

/** What was looked at, whatever came of it: fine is not unchecked. */
const RiskCheck = Type.Object({
  kind: Type.Enum([...riskKinds]),
  result: Type.Enum(['fine', 'look', 'unchecked'], {
    description: '`unchecked` where there is nothing to compare it with.',
  }),
  found: Nullable(
    Type.String({
      description:
        'What it was compared with: the other name, how many in 24 hours, or the largest successful withdrawal before.',
    }),
  ),
})

const CanPay = Type.Object({
  currency: Type.String(),
  available: Type.String(),
  this_one: Type.String({
    description: 'What is set aside when it is approved; 0.00 once it was, or never will be.',
  }),
  others_pending: Type.String({ description: 'All others of the merchant that wait for approval.' }),
  short_by: Type.String({ description: 'What is missing for all of them; 0.00 where nothing is.' }),
})

const Approval = Type.Object({ by: Type.String(), note: Nullable(Type.String()), at: Timestamp })

const Message = Type.Object({
  who: Type.Enum(['operator', 'merchant']),
  text: Type.String(),
  at: Timestamp,
})

/** The saved recipient that it goes to, as it is now. */
const PayoutRecipient = Type.Object({
  id: Id,
  status: Nullable({ ...RecipientStatus, description: 'Null once it was removed.' }),
  usable_from: Nullable(Timestamp),
  created_at: Nullable(Timestamp),
})

export const passedAlone = Type.String({
  description:
    'What one Super Admin alone has let pass for this merchant in the last 24 hours, in this currency: withdrawals, refunds and batches. It counts together with this one when a second has to approve. `0.00` once it is decided.',
})

/** A withdrawal with everything a Super Admin needs to decide. */
export const WithdrawalDossier = Type.Object({
  ...QueuedWithdrawal.properties,
  merchant: Type.Object({
    merchant_id: Id,
    name: Type.String(),
    verification_status: Type.String(),
    is_active: Type.Boolean(),
    created_at: Timestamp,
  }),
  balance: Balance,
  other_pending: Type.Array(Withdrawal),
  charges: Type.Array(Explanation),
  ...historyOf(
    Type.Object({
      ...WithdrawalStep.properties,
      by: Nullable(Type.String()),
      provider_payment_status: Nullable(Type.String()),
    }),
  ),
  exchanges: Type.Array(
    Type.Object({ kind: Type.String(), request: Type.Unknown(), response: Type.Unknown(), at: Timestamp }),
  ),
  risk_hints: Type.Array(Hint, {
    description: 'Those of `risk_checks` that deserve a second look, in words.',
  }),
  risk_checks: Type.Array(RiskCheck),
  can_pay: CanPay,
  recipient: Nullable(PayoutRecipient),
  approved_by: Type.Array(Approval),
  passed_alone: passedAlone,
  thread: Type.Array(Message, { description: 'What was asked and answered, oldest first.' }),
  may_decide: MayDecidePayout,
  ...evidenceFields,
})

const deciding = decisionsOf(WithdrawalDossier)

const approval = Body({
  note: Type.Optional(Note),
  override_cooling: Type.Optional(
    Type.Boolean({ description: 'Approves it although its recipient is cooling. Needs a `note`.' }),
  ),
})

export const adminWithdrawalOperations = {
  adminListWithdrawals: operation({
    ...asAdmin,
    id: 'adminListWithdrawals',
    method: 'GET',
    path: '/v1/admin/withdrawals',
    summary: 'The queue of withdrawals',
    idempotency: 'none',
    query: Body({
      ...queueQuery,
      ...withdrawalFilters,
      kind: Type.Optional(Type.Enum([...withdrawalSorts])),
      merchant_id: Type.Optional(Id),
      batch_id: Type.Optional({
        ...Id,
        description: 'The rows of a batch, also those that wait for the decision about it.',
      }),
      search: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 120,
          description: 'Recipient, number, merchant or reference.',
        }),
      ),
    }),
    reply: ListOf(QueuedWithdrawal),
  }),
  adminReadWithdrawal: operation({
    ...asAdmin,
    id: 'adminReadWithdrawal',
    method: 'GET',
    path: '/v1/admin/withdrawals/{withdrawal_id}',
    summary: 'One withdrawal with its whole story',
    idempotency: 'none',
    reply: WithdrawalDossier,
    refusals: ['not_found'],
  }),
  adminApproveWithdrawal: operation({
    ...deciding(
      'adminApproveWithdrawal',
      '/v1/admin/withdrawals/{withdrawal_id}/approve',
      'Approve a withdrawal',
      approval,
    ),
    refusals: refusalsOfApproving,
  }),
  adminRejectWithdrawal: deciding(
    'adminRejectWithdrawal',
    '/v1/admin/withdrawals/{withdrawal_id}/reject',
    'Reject a withdrawal',
    neededNote,
  ),
  adminRequestWithdrawalInfo: deciding(
    'adminRequestWithdrawalInfo',
    '/v1/admin/withdrawals/{withdrawal_id}/request-info',
    'Ask the merchant for information',
    neededNote,
  ),
  adminResolveWithdrawal: deciding(
    'adminResolveWithdrawal',
    '/v1/admin/withdrawals/{withdrawal_id}/resolve',
    'Say how a withdrawal ended',
    Body({ outcome: Type.Enum(['SUCCESS', 'FAILED']), note: Note, ...seenEvidence }),
  ),
  adminRetryWithdrawal: deciding(
    'adminRetryWithdrawal',
    '/v1/admin/withdrawals/{withdrawal_id}/retry',
    'Send a blocked withdrawal again, under the same reference',
    optionalNote,
  ),
  adminRetryReturn: operation({
    ...deciding(
      'adminRetryReturn',
      '/v1/admin/withdrawals/{withdrawal_id}/return-again',
      'Send what is owed to a payer once more',
      Body({ note: Type.Optional(Note), ...refundDestination }),
    ),
    description:
      'Of a refund whose money never was the merchant’s, and which was rejected, failed or came back: the money waits in `returns`. Makes a new refund, which needs its own approval.',
    refusals: ['not_found', 'invalid_state', 'forbidden', 'amount_not_supported', 'provider_error'],
  }),
}
