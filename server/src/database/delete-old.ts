import type { Database } from './connect-database.ts'

/** A table whose rows go one by one when they are old, and its column of time, served by an index. */
export type Ageing = {
  table: string
  column: string
  /** Which rows may go, in the words of that index, where not all may. */
  only?: string
}

/** Few enough to let go of them within a moment, many enough to share a commit. */
const mostAtOnce = 5_000

/**
 * Deletes all that is older, in batches that each commit by themselves. It walks along the index: each batch begins where
 * the last one ended, instead of wading through what is deleted already.
 */
export async function deleteOld(
  sql: Database,
  { table, column, only = 'true' }: Ageing,
  before: Date,
): Promise<number> {
  let reached = new Date(0)
  for (let deleted = 0; ; ) {
    const [batch] = await sql.unsafe(`
      with old as materialized (
        select ctid as place from ${table}
        where ${column} >= '${reached.toISOString()}' and ${column} < '${before.toISOString()}' and ${only}
        order by ${column} limit ${mostAtOnce} for update skip locked
      ), gone as (
        delete from ${table} t using old where t.ctid = old.place returning t.${column} as at
      )
      select count(*)::int as count, max(at) as reached from gone`)
    const count = Number(batch?.count ?? 0)
    deleted += count
    if (count < mostAtOnce) return deleted
    reached = batch?.reached as Date
  }
}
