// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { StatementMapping } from './admin-records.ts'
import type { StatementKind } from './fields.ts'

export interface AdminRequestReconciliationRequest {
  provider: string
  day: string
  statement?: string | undefined
  /** The name of a mapping to read the statement by; that of the provider unless told. */
  format?: string | undefined
  mapping?: StatementMapping | undefined
}

export interface Reconciliation {
  id: string
  provider: string
  /** In Dar es Salaam. */
  day: string
  source: ReconciliationSource
  covers: StatementKind[]
  /** Null for those that come by themselves at night. */
  asked_by: string | null
  status: ReconciliationStatus
  /** Why it failed, or is tried again. */
  problem: string | null
  counts: ReconciliationCounts
  float: ReconciliationFloat
  created_at: string
  finished_at: string | null
}

export interface ReconciliationCounts {
  lines: number
  matched: number
  /** Paid here, and not there. */
  missing_there: number
  /** Paid there, and not here. */
  missing_here: number
  different_amount: number
  different_state: number
  /** Nobody can tell yet; no difference. */
  still_open: number
  /** Differences that a Super Admin has settled already. */
  settled: number
}

export interface ReconciliationFinding {
  id: string
  kind: ReconciliationFindingKind
  about: StatementKind
  reference: string
  merchant_id: string | null
  collection_id: string | null
  withdrawal_id: string | null
  ours: string
  theirs: string
  /** What the provider said when it was asked about it during this run. */
  said: string | null
  discrepancy_id: string | null
}

export type ReconciliationFindingKind = 'missing_there' | 'missing_here' | 'different_amount' | 'different_state' | 'still_open' | 'settled'

export interface ReconciliationFloat {
  currency: string | null
  /** What should lie ready for payouts by our books. */
  booked: string | null
  /** What the provider says. */
  told: string | null
  note: string | null
}

export type ReconciliationSource = 'list' | 'statement'

export type ReconciliationStatus = 'waiting' | 'done' | 'failed'

export interface AdminListReconciliationsQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  provider?: string | undefined
  day?: string | undefined
}

export interface AdminListReconciliationFindingsQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  kind?: ReconciliationFindingKind | undefined
}

export interface AdminReconciliationsCalls {
  /** Reconcile a day with a provider. By the list of the provider, or by a `statement` as CSV. A worker does it; look at its `status`. Nothing is booked: each difference becomes a discrepancy with a proposal. The same day may be reconciled as often as you like. */
  request(body: AdminRequestReconciliationRequest, options?: CallOptions): Promise<Reconciliation>

  /** List reconciliations. */
  list(query?: AdminListReconciliationsQuery, options?: CallOptions): List<Reconciliation>

  /** Read a reconciliation. */
  get(reconciliation_id: string, options?: CallOptions): Promise<Reconciliation>

  /** List what did not match. */
  listFindings(reconciliation_id: string, query?: AdminListReconciliationFindingsQuery, options?: CallOptions): List<ReconciliationFinding>

  /** Read a reconciliation as CSV. What did not match, one line each, at most 50,000; the counts and the float stand above it. */
  report(reconciliation_id: string, options?: CallOptions): Promise<string>
}

export const adminReconciliationsLines = {
  request: 'POST /v1/admin/reconciliations body key',
  list: 'GET /v1/admin/reconciliations query list',
  get: 'GET /v1/admin/reconciliations/{reconciliation_id}',
  listFindings: 'GET /v1/admin/reconciliations/{reconciliation_id}/findings query list',
  report: 'GET /v1/admin/reconciliations/{reconciliation_id}/report.csv csv',
} as const
