import Type from 'typebox'
import { Body, Day, Id, ListOf, listQuery, Nullable, Timestamp } from './fields.ts'
import { asAdmin, operation } from './operation.ts'
import { StatementMapping, statementKinds } from './statement-mappings.ts'

/** Whose word our books are held against: the provider's own list, or a statement that somebody uploads. */
export const reconciliationSources = ['list', 'statement'] as const

export const reconciliationStatuses = ['waiting', 'done', 'failed'] as const

/** What is told of a line or of a payment of ours, where they are not simply the same. */
export const findingKinds = [
  'missing_there',
  'missing_here',
  'different_amount',
  'different_state',
  'still_open',
  'settled',
] as const

/** What a day of a large shop has; a larger one has a list. */
export const mostStatementCharacters = 8 * 1024 * 1024

const ProviderName = Type.String({
  minLength: 1,
  maxLength: 60,
  'x-problem': 'must be the name of a provider that is set up here',
})

const Count = Type.Integer()

export const Reconciliation = Type.Object({
  id: Id,
  provider: Type.String(),
  day: Type.String({ format: 'date', description: 'In Dar es Salaam.' }),
  source: Type.Enum([...reconciliationSources]),
  covers: Type.Array(Type.Enum([...statementKinds])),
  asked_by: Nullable({ ...Id, description: 'Null for those that come by themselves at night.' }),
  status: Type.Enum([...reconciliationStatuses]),
  problem: Nullable(Type.String({ description: 'Why it failed, or is tried again.' })),
  counts: Type.Object({
    lines: Count,
    matched: Count,
    missing_there: { ...Count, description: 'Paid here, and not there.' },
    missing_here: { ...Count, description: 'Paid there, and not here.' },
    different_amount: Count,
    different_state: Count,
    still_open: { ...Count, description: 'Nobody can tell yet; no difference.' },
    settled: { ...Count, description: 'Differences that a Super Admin has settled already.' },
  }),
  float: Type.Object({
    currency: Nullable(Type.String()),
    booked: Nullable(Type.String({ description: 'What should lie ready for payouts by our books.' })),
    told: Nullable(Type.String({ description: 'What the provider says.' })),
    note: Nullable(Type.String()),
  }),
  created_at: Timestamp,
  finished_at: Nullable(Timestamp),
})

export const ReconciliationFinding = Type.Object({
  id: Id,
  kind: Type.Enum([...findingKinds]),
  about: Type.Enum([...statementKinds]),
  reference: Type.String(),
  merchant_id: Nullable(Id),
  collection_id: Nullable(Id),
  withdrawal_id: Nullable(Id),
  ours: Type.String(),
  theirs: Type.String(),
  said: Nullable(
    Type.String({ description: 'What the provider said when it was asked about it during this run.' }),
  ),
  discrepancy_id: Nullable(Id),
})

/** Our books against those of a provider, for one day. */
export const reconciliationOperations = {
  adminRequestReconciliation: operation({
    ...asAdmin,
    id: 'adminRequestReconciliation',
    method: 'POST',
    path: '/v1/admin/reconciliations',
    summary: 'Reconcile a day with a provider',
    description:
      'By the list of the provider, or by a `statement` as CSV. A worker does it; look at its `status`. Nothing is booked: each ' +
      'difference becomes a discrepancy with a proposal. The same day may be reconciled as often as you like.',
    idempotency: 'accepted',
    mostBytes: 12 * 1024 * 1024,
    body: Body({
      provider: ProviderName,
      day: Day,
      statement: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: mostStatementCharacters,
          'x-problem': 'must be the text of a CSV file, of at most 8 MiB',
        }),
      ),
      format: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 60,
          description: 'The name of a mapping to read the statement by; that of the provider unless told.',
        }),
      ),
      mapping: Type.Optional(StatementMapping),
    }),
    reply: Reconciliation,
  }),
  adminListReconciliations: operation({
    ...asAdmin,
    id: 'adminListReconciliations',
    method: 'GET',
    path: '/v1/admin/reconciliations',
    summary: 'List reconciliations',
    idempotency: 'none',
    query: Body({
      ...listQuery,
      provider: Type.Optional(ProviderName),
      day: Type.Optional(Day),
    }),
    reply: ListOf(Reconciliation),
  }),
  adminReadReconciliation: operation({
    ...asAdmin,
    id: 'adminReadReconciliation',
    method: 'GET',
    path: '/v1/admin/reconciliations/{reconciliation_id}',
    summary: 'Read a reconciliation',
    idempotency: 'none',
    reply: Reconciliation,
    refusals: ['not_found'],
  }),
  adminListReconciliationFindings: operation({
    ...asAdmin,
    id: 'adminListReconciliationFindings',
    method: 'GET',
    path: '/v1/admin/reconciliations/{reconciliation_id}/findings',
    summary: 'List what did not match',
    idempotency: 'none',
    query: Body({ ...listQuery, kind: Type.Optional(Type.Enum([...findingKinds])) }),
    reply: ListOf(ReconciliationFinding),
    refusals: ['not_found'],
  }),
  adminReadReconciliationReport: operation({
    ...asAdmin,
    id: 'adminReadReconciliationReport',
    method: 'GET',
    path: '/v1/admin/reconciliations/{reconciliation_id}/report.csv',
    summary: 'Read a reconciliation as CSV',
    description:
      'What did not match, one line each, at most 50,000; the counts and the float stand above it.',
    idempotency: 'none',
    file: 'text/csv',
    reply: Type.Object({}),
    refusals: ['not_found'],
  }),
}
