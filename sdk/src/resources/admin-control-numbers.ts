// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { ControlNumberStatus } from './fields.ts'
import type { ControlNumber } from './paper-records.ts'

export interface AdminControlNumber extends ControlNumber {
  merchant_name: string
  provider: string
}

export interface AdminListControlNumbersQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  status?: ControlNumberStatus | undefined
  number?: string | undefined
  merchant_id?: string | undefined
  /** From this instant on, or from the beginning of this day in Dar es Salaam. */
  from?: string | undefined
  /** Before this instant, or to the end of this day in Dar es Salaam. */
  to?: string | undefined
}

export interface AdminControlNumbersCalls {
  /** List the control numbers of all merchants. By `number` it tells whose the number is that a payer has in hand. */
  list(query?: AdminListControlNumbersQuery, options?: CallOptions): List<AdminControlNumber>
}

export const adminControlNumbersLines = {
  list: 'GET /v1/admin/control-numbers query list',
} as const
