import type { Database } from '../database/database.ts'
import type { Book } from './account.ts'

/** Merchants of whose books somebody else holds one at this moment. */
export async function findHeldBooks(
  sql: Database,
  books: Pick<Book, 'merchantId' | 'environment'>[],
): Promise<Set<string>> {
  const rows = await sql<{ merchant_id: string }[]>`
    with asked as materialized (
      select id, merchant_id from ledger_accounts where kind = 'available' and (merchant_id, environment) in (
        select * from unnest(${books.map(({ merchantId }) => merchantId)}::uuid[],
          ${books.map(({ environment }) => environment)}::text[]))
    ), free as materialized (
      select id from ledger_accounts where id in (select id from asked) for update skip locked
    )
    select distinct merchant_id from asked where id not in (select id from free)`
  return new Set(rows.map(({ merchant_id: id }) => id))
}
