// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { ReadMarkRequest } from './records.ts'

export type AlertKind = 'withdrawals_waiting' | 'payments_held' | 'payouts_unclear' | 'discrepancies_open' | 'payments_stuck' | 'dead_letters' | 'float_low' | 'provider_silent' | 'provider_stopped' | 'restored' | 'fiscal_receipts_late' | 'fiscal_receipts_failed' | 'fiscal_counter_behind' | 'books_red' | 'books_unchecked' | 'documents_uploaded'

export type AlertStatus = 'open' | 'resolved'

export interface OperatorAlert {
  id: string
  kind: AlertKind
  /** A provider, a merchant, a kind of discrepancy or a check; `live` where there is only one. */
  subject: string
  merchant_id: string | null
  title: string
  text: string
  /** At most 100 are counted; 101 says that there are more. */
  count: number
  /** Since when the oldest has waited. */
  since: string
  /** When the newest came to it: whoever read it before has not read of that. */
  last_at: string
  raised_at: string
  /** When its cause was found to be gone; null while it lasts. */
  resolved_at: string | null
  /** When you read it; null also where something newer came since. */
  read_at: string | null
}

export interface AdminListAlertsQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  status?: AlertStatus | undefined
}

export interface AdminAlertsCalls {
  /** List what Super Admins should look at. Open ones first. Each stands for a cause, however often it is found, and ends by itself within a minute of its cause. Live only. New ones are mailed to every Super Admin whose address is proven. */
  list(query?: AdminListAlertsQuery, options?: CallOptions): List<OperatorAlert>

  /** Mark an alert read or unread. For yourself: others have not read it. It ends only with its cause. */
  mark(alert_id: string, body: ReadMarkRequest, options?: CallOptions): Promise<OperatorAlert>
}

export const adminAlertsLines = {
  list: 'GET /v1/admin/alerts query list',
  mark: 'PATCH /v1/admin/alerts/{alert_id} body',
} as const
