// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { MobileNetwork } from './fields.ts'

export interface Settlement {
  id: string
  /** A day in Dar es Salaam that is over. */
  day: string
  provider: string
  /** By the number that was asked; null where none was, or nobody knows whose it is. */
  network: MobileNetwork | null
  currency: string
  /** How many payments were credited. */
  count: number
  /** What they brought. */
  gross: string
  /** What was charged for payments, less what was given back. */
  fees: string
  /** What was sent back to payers. */
  refunds: string
  /** What providers took back. */
  reversals: string
  /** The first less the other three. May be below zero. */
  net: string
  /** How many of the payments the provider’s own list of that day has not confirmed yet. */
  unreconciled: number
}

export interface ListSettlementsQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  /** Each currency has a book of its own; `TZS` unless told otherwise. */
  currency?: string | undefined
  /** From this day on. */
  from?: string | undefined
  /** To this day. */
  to?: string | undefined
}

export interface SettlementsCalls {
  /** List what each provider collected, day by day. A row for each day that is over, provider and network; the newest day first. They are the rows of the book, added up: a day begins and ends where its statement does. With `Accept: text/csv` as CSV; the next cursor is then in `X-Next-Cursor`. */
  list(query?: ListSettlementsQuery, options?: CallOptions): List<Settlement>

  /** List what each provider collected, day by day as CSV, one page of it. */
  csv(query?: ListSettlementsQuery, options?: CallOptions): Promise<string>
}

export const settlementsLines = {
  list: 'GET /v1/merchant/settlements query as-merchant list',
  csv: 'GET /v1/merchant/settlements query as-merchant csv',
} as const
