import type { LedgerTransaction } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database, Transaction } from '../database/database.ts'
import type { Book } from './account.ts'
import { described } from './transaction-list.ts'

type Shown = Static<typeof LedgerTransaction>

/** A row of a book as it was written, and beside it what may be said of its payment today. */
export type BookRow = Pick<
  Shown,
  'id' | 'type' | 'direction' | 'collection_id' | 'withdrawal_id' | 'reference' | 'description'
> & {
  seq: bigint
  amount: bigint
  balance_after: bigint
  metadata: Record<string, string> | null
  created_at: Date
}

type Span = { first: bigint; last: bigint }

/** As many as are in memory at once: a page takes a few milliseconds, in which nobody else is answered. */
const rowsAtOnce = 1_000

/** The rows of a book from one place to another, page by page. Each page is a look-up of its own, so that none of them holds anything. */
export async function* readRows(
  sql: Database | Transaction,
  { merchantId, environment, currency }: Book,
  { first, last }: Span,
): AsyncGenerator<BookRow[]> {
  for (let from = first; from <= last; from += BigInt(rowsAtOnce)) {
    const to = from + BigInt(rowsAtOnce) - 1n
    yield await sql<BookRow[]>`
      select seq, id, type, direction, amount, balance_after, collection_id, withdrawal_id, reference,
        ${described(sql, merchantId)} as description, created_at, coalesce(
          (select c.metadata from collections c where c.id = collection_id and of_merchants(c.merchant_id, ${[merchantId]}::uuid[])),
          (select w.metadata from withdrawals w where w.id = withdrawal_id and of_merchants(w.merchant_id, ${[merchantId]}::uuid[]))
        ) as metadata
      from ledger_transactions
      where merchant_id = ${merchantId} and environment = ${environment} and currency = ${currency}
        and seq between ${from} and ${to < last ? to : last}
      order by seq`
  }
}
