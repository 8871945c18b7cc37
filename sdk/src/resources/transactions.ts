// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { TransactionDirection, TransactionType } from './fields.ts'

export interface Transaction {
  id: string
  type: TransactionType
  direction: TransactionDirection
  amount: string
  currency: string
  /** What was available after it: the sum of all amounts so far, credits less debits. */
  balance_after: string
  collection_id: string | null
  withdrawal_id: string | null
  reference: string | null
  description: string | null
  created_at: string
}

export interface ListTransactionsQuery {
  /** The client’s own merchant unless it is given. */
  merchant_id?: string | undefined
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  /** Each currency has rows of its own, which add up; `TZS` unless told otherwise. */
  currency?: string | undefined
  type?: TransactionType | undefined
  direction?: TransactionDirection | undefined
  reference?: string | undefined
  /** From this instant on, or from the beginning of this day in Dar es Salaam. */
  from?: string | undefined
  /** Before this instant, or to the end of this day in Dar es Salaam. */
  to?: string | undefined
}

export interface TransactionsCalls {
  /** List what moved the balance. In the order of the book, newest first. The amounts add up to `balance_after`: whatever changes what is available is a row. Pages of any depth cost the same. With `Accept: text/csv` the same rows as CSV; the next cursor is then in `X-Next-Cursor`. */
  list(query?: ListTransactionsQuery, options?: CallOptions): List<Transaction>

  /** List what moved the balance as CSV, one page of it. */
  csv(query?: ListTransactionsQuery, options?: CallOptions): Promise<string>
}

export const transactionsLines = {
  list: 'GET /v1/merchants/{merchant_id}/transactions query merchant list',
  csv: 'GET /v1/merchants/{merchant_id}/transactions query merchant csv',
} as const
