import Type from 'typebox'
import { evidenceFields, seenEvidence } from './evidence-fields.ts'
import { Body, Id, ListOf, listQuery, Note, Nullable, Timestamp } from './fields.ts'
import { Balance } from './ledger.ts'
import { asAdmin, operation } from './operation.ts'
import { Explanation, Withdrawal, WithdrawalStep } from './withdrawal-fields.ts'
import { withdrawalFilters } from './withdrawals.ts'

const QueuedWithdrawal = Type.Object({
  ...Withdrawal.properties,
  merchant_name: Type.String(),
  provider: Type.String({ description: 'Who pays it out, or has done so; chosen when it was asked for.' }),
  approvals: Type.Integer(),
  approvals_needed: Type.Integer(),
})

const Hint = Type.Object({ kind: Type.String(), text: Type.String() })

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
  history: Type.Array(
    Type.Object({
      ...WithdrawalStep.properties,
      by: Nullable(Type.String()),
      provider_payment_status: Nullable(Type.String()),
    }),
  ),
  exchanges: Type.Array(
    Type.Object({ kind: Type.String(), request: Type.Unknown(), response: Type.Unknown(), at: Timestamp }),
  ),
  risk_hints: Type.Array(Hint),
  ...evidenceFields,
})

function deciding<
  const OperationId extends string,
  const Path extends string,
  B extends ReturnType<typeof Body>,
>(id: OperationId, path: Path, summary: string, body: B) {
  return operation({
    ...asAdmin,
    id,
    method: 'POST',
    path,
    summary,
    idempotency: 'accepted',
    body,
    reply: WithdrawalDossier,
    refusals: ['not_found', 'invalid_state', 'forbidden'],
  })
}

const optionalNote = Body({ note: Type.Optional(Note) })
const neededNote = Body({ note: Note })

export const adminWithdrawalOperations = {
  adminListWithdrawals: operation({
    ...asAdmin,
    id: 'adminListWithdrawals',
    method: 'GET',
    path: '/v1/admin/withdrawals',
    summary: 'The queue of withdrawals',
    idempotency: 'none',
    query: Body({
      ...listQuery,
      ...withdrawalFilters,
      merchant_id: Type.Optional(Id),
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
  approveWithdrawal: operation({
    ...deciding(
      'approveWithdrawal',
      '/v1/admin/withdrawals/{withdrawal_id}/approve',
      'Approve a withdrawal',
      optionalNote,
    ),
    refusals: ['not_found', 'invalid_state', 'forbidden', 'insufficient_balance', 'withdrawal_restricted'],
  }),
  rejectWithdrawal: deciding(
    'rejectWithdrawal',
    '/v1/admin/withdrawals/{withdrawal_id}/reject',
    'Reject a withdrawal',
    neededNote,
  ),
  requestWithdrawalInfo: deciding(
    'requestWithdrawalInfo',
    '/v1/admin/withdrawals/{withdrawal_id}/request-info',
    'Ask the merchant for information',
    neededNote,
  ),
  resolveWithdrawal: deciding(
    'resolveWithdrawal',
    '/v1/admin/withdrawals/{withdrawal_id}/resolve',
    'Say how a withdrawal ended',
    Body({ outcome: Type.Enum(['SUCCESS', 'FAILED']), note: Note, ...seenEvidence }),
  ),
  retryWithdrawal: deciding(
    'retryWithdrawal',
    '/v1/admin/withdrawals/{withdrawal_id}/retry',
    'Send a blocked withdrawal again, under the same reference',
    optionalNote,
  ),
}
