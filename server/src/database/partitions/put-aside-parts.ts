import type { Database, Transaction } from '../connect-database.ts'
import type { Fragment } from '../sql-tag.ts'

/** Tables of which an operator may put parts aside. */
export type TableInParts = 'collection_history' | 'withdrawal_history'

/**
 * For whoever looks at a snapshot: before its first query, so that no part goes or comes while it is looked at. What is dropped is gone for
 * every snapshot at once, and an older one does not know yet where it is.
 */
export async function keepPartsInPlace(tx: Transaction): Promise<void> {
  await tx.unsafe('lock table only collection_history, only withdrawal_history in access share mode')
}

/** What a reply says of it. */
export type PutAside = { history_put_aside?: { at: string; archive: string } }

/** Whether the steps of this id are put aside, for whoever looks through all of them. */
export function isPutAside(sql: Database | Transaction, table: TableInParts, id: Fragment): Fragment {
  return sql`exists (
    select from archived_parts p where p.of_table = ${table} and p.back_at is null
      and (p.from_id is null or p.from_id <= ${id}) and p.to_id > ${id})`
}

/** Where the steps of a payment are of which fewer are here than it has made. Nobody else asks: it costs a question. */
export async function findPutAside(
  sql: Database | Transaction,
  table: TableInParts,
  { id, moves }: { id: string; moves: number },
  here: number,
): Promise<PutAside> {
  if (here >= moves) return {}
  const [part] = await sql<{ archive: string; put_aside_at: Date }[]>`
    select archive, put_aside_at from archived_parts
    where of_table = ${table} and back_at is null and to_id > ${id}::uuid and (from_id is null or from_id <= ${id}::uuid)
    order by to_id limit 1`
  if (part === undefined) return {}
  return { history_put_aside: { at: part.put_aside_at.toISOString(), archive: part.archive } }
}
