// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { QueueOrder, RegistrationStatus } from './fields.ts'
import type { FiscalReceipt } from './records.ts'

export interface AdminFiscalReceipt extends FiscalReceipt {
  merchant_name: string
  registration_status: RegistrationStatus
  registration_problem: string | null
  /** Since when receipts wait because the authority has some that our records have lost. The operator writes them down again; payments go on. */
  behind_since: string | null
}

export type UnissuedStatus = 'QUEUED' | 'FAILED'

export interface AdminListFiscalReceiptsQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  order?: QueueOrder | undefined
  status?: UnissuedStatus | undefined
  merchant_id?: string | undefined
}

export interface AdminFiscalReceiptsCalls {
  /** List fiscal receipts that were refused, or are not issued yet. */
  list(query?: AdminListFiscalReceiptsQuery, options?: CallOptions): List<AdminFiscalReceipt>
}

export const adminFiscalReceiptsLines = {
  list: 'GET /v1/admin/fiscal/receipts query list',
} as const
