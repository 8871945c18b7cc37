import Type from 'typebox'
import { Body, DecimalAmount, Id, ListOf, listQuery, Nullable, Timestamp } from './fields.ts'
import { Balance } from './ledger.ts'
import { operation } from './operation.ts'
import { Explanation, Withdrawal, WithdrawalStep, withdrawalMethods } from './withdrawal-fields.ts'
import { withdrawalFilters } from './withdrawals.ts'

const Note = Type.String({
  minLength: 1,
  maxLength: 1000,
  pattern: '\\S',
  'x-problem': 'must be 1 to 1000 characters',
})

const asAdmin = { tag: 'Administration', access: { who: 'super_admin' }, status: 200 } as const

const QueuedWithdrawal = Type.Object({
  ...Withdrawal.properties,
  merchant_name: Type.String(),
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

export const channels = [...withdrawalMethods, 'COLLECTION'] as const

const Percentage = Type.String({
  pattern: '^(100(\\.0{1,4})?|[0-9]{1,2}(\\.[0-9]{1,4})?)$',
  'x-problem': 'must be a decimal string from 0 to 100 with at most 4 digits after the point, like "1.5"',
  examples: ['1.5'],
})
const Fee = Type.String({
  pattern: '^(0|[1-9][0-9]{0,12})(\\.[0-9]{1,2})?$',
  'x-problem': 'must be a decimal string of at least 0 with at most 13 digits before and 2 after the point',
})
const Tier = Type.Object(
  { up_to: Nullable(DecimalAmount), charge: Fee },
  { additionalProperties: false, description: '`up_to` null: everything above.' },
)

export const PricingRule = Type.Object({
  id: Id,
  merchant_id: Nullable(Id),
  channel: Type.String(),
  version: Type.Integer(),
  label: Type.String(),
  percentage: Type.String(),
  flat_fee: Type.String(),
  processor_charge: Type.String(),
  processor_tiers: Nullable(Type.Array(Tier)),
  processor_fee_pass_through: Type.Boolean(),
  effective_from: Timestamp,
  created_at: Timestamp,
})

export const payoutApprovalOperations = {
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
    Body({ outcome: Type.Enum(['SUCCESS', 'FAILED']), note: Note }),
  ),
  retryWithdrawal: deciding(
    'retryWithdrawal',
    '/v1/admin/withdrawals/{withdrawal_id}/retry',
    'Send a blocked withdrawal again, under the same reference',
    optionalNote,
  ),
  setPricingRule: operation({
    ...asAdmin,
    id: 'setPricingRule',
    method: 'PUT',
    path: '/v1/admin/merchants/{merchant_id}/pricing-rules/{channel}',
    summary: "Set what a merchant's channel costs",
    description: 'A new version; earlier ones stay for what they were frozen into.',
    idempotency: 'none',
    body: Body({
      label: Type.String({ minLength: 1, maxLength: 120, 'x-problem': 'must be 1 to 120 characters' }),
      percentage: Percentage,
      flat_fee: Type.Optional(Fee),
      processor_charge: Type.Optional(Fee),
      processor_tiers: Type.Optional(Nullable(Type.Array(Tier, { minItems: 1, maxItems: 50 }))),
      processor_fee_pass_through: Type.Optional(Type.Boolean()),
      effective_from: Type.Optional(Timestamp),
    }),
    reply: PricingRule,
    refusals: ['not_found'],
  }),
  listPricingRules: operation({
    ...asAdmin,
    id: 'listPricingRules',
    method: 'GET',
    path: '/v1/admin/merchants/{merchant_id}/pricing-rules',
    summary: 'What a merchant pays and paid, newest first',
    idempotency: 'none',
    query: Body({ channel: Type.Optional(Type.Enum([...channels])) }),
    reply: Type.Object({ items: Type.Array(PricingRule) }),
    refusals: ['not_found'],
  }),
  readAuditLog: operation({
    ...asAdmin,
    id: 'readAuditLog',
    method: 'GET',
    path: '/v1/admin/audit-log',
    summary: 'What people with power did',
    idempotency: 'none',
    query: Body({
      ...listQuery,
      action: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
      subject_id: Type.Optional(Id),
      merchant_id: Type.Optional(Id),
      actor_id: Type.Optional(Id),
    }),
    reply: ListOf(
      Type.Object({
        seq: Type.Integer(),
        at: Timestamp,
        actor_kind: Type.String(),
        actor_id: Nullable(Id),
        action: Type.String(),
        subject_kind: Type.String(),
        subject_id: Id,
        merchant_id: Nullable(Id),
        details: Type.Unknown(),
        request_id: Nullable(Type.String()),
        hash: Type.String(),
      }),
    ),
  }),
  verifyAuditLog: operation({
    ...asAdmin,
    id: 'verifyAuditLog',
    method: 'POST',
    path: '/v1/admin/audit-log/verify',
    summary: 'Walk the chain of the audit log',
    idempotency: 'none',
    reply: Type.Object({ holds: Type.Boolean(), problem: Nullable(Type.String()) }),
  }),
}
