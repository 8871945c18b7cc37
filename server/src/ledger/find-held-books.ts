import type { Database } from '../database/database.ts'
import type { Book } from './account.ts'

/** Merchants of whose books somebody else holds one at this moment. Each is looked up by itself, as in `openBooks`. */
export async function findHeldBooks(
  sql: Database,
  books: Pick<Book, 'merchantId' | 'environment'>[],
): Promise<Set<string>> {
  const rows = await sql<{ merchant_id: string }[]>`
    with asked as materialized (
      select account.id, account.merchant_id
      from (select distinct * from unnest(${books.map(({ merchantId }) => merchantId)}::uuid[],
        ${books.map(({ environment }) => environment)}::text[])) as book (of, within)
      cross join lateral (
        select id, merchant_id from ledger_accounts
        where merchant_id = book.of and environment = book.within and kind = 'available' offset 0) as account
    ), free as materialized (
      select id from ledger_accounts where id in (select id from asked) for update skip locked
    )
    select distinct merchant_id from asked where id not in (select id from free)`
  return new Set(rows.map(({ merchant_id: id }) => id))
}
