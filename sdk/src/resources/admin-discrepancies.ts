// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { AdminRetryReturnRequest, Discrepancy } from './admin-records.ts'
import type { DiscrepancyKind, QueueOrder, SettlementAction, SettlementStatus } from './fields.ts'

export interface AdminSettleDiscrepancyRequest extends AdminRetryReturnRequest {
  action: SettlementAction
  /** As it was when you looked. If there is more by now, nothing is decided and you are told what. */
  evidence_version?: number | undefined
}

export interface AdminListDiscrepanciesQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  order?: QueueOrder | undefined
  status?: SettlementStatus | undefined
  kind?: DiscrepancyKind | undefined
  merchant_id?: string | undefined
  collection_id?: string | undefined
  withdrawal_id?: string | undefined
}

export interface AdminDiscrepanciesCalls {
  /** List what only a person can settle. Where a provider contradicts our books, and money that nobody owes: `paid_twice`, `overpaid`, `paid_after_void`, `another_try_paid`. */
  list(query?: AdminListDiscrepanciesQuery, options?: CallOptions): List<Discrepancy>

  /** Read a discrepancy. */
  get(discrepancy_id: string, options?: CallOptions): Promise<Discrepancy>

  /** Settle a discrepancy. A contradicting amount or currency can only be kept as ours; a payment that is still open then counts as failed. A payment that nothing of ours has the reference of is kept as ours too: what became of its money is written in the note. So is money that nobody owes, which the books have already where it was credited. With `return_to_payer`, money that came late, for another try or with another amount goes back to whoever paid, by a refund that needs its own approval; `destination_…` is for that, where nobody knows who paid. What was paid beyond an invoice is the merchant’s: `keep` leaves it there, and `refund` gives it back out of the merchant’s balance, likewise. `refund` does so with what is left of a payment that came after its invoice was voided; once all of that is back with its payer, the discrepancy is settled by itself, and if a refund of it fails or comes back, another is opened. */
  settle(discrepancy_id: string, body: AdminSettleDiscrepancyRequest, options?: CallOptions): Promise<Discrepancy>
}

export const adminDiscrepanciesLines = {
  list: 'GET /v1/admin/discrepancies query list',
  get: 'GET /v1/admin/discrepancies/{discrepancy_id}',
  settle: 'POST /v1/admin/discrepancies/{discrepancy_id}/settle body key',
} as const
