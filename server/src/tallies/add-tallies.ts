import { createHash } from 'node:crypto'
import type { Database } from '../database/database.ts'

export type Tally = { name: string; count: number; until: Date }

/**
 * Adds to counts that all processes see, and answers what they have come to, in the order given. A count whose time is over
 * begins anew. Sorted, so that two who tell of the same names wait for each other in one order.
 */
export async function addTallies(sql: Database, now: Date, told: Tally[]): Promise<Tally[]> {
  const named = told.map((tally) => ({ ...tally, name: keyOf(tally.name) }))
  // What was counted in a window that has ended meanwhile is nothing to tell any more.
  const current = named.filter(({ until }) => until > now)
  const rows = [...Map.groupBy(current, ({ name }) => name).values()].map(together)
  rows.sort((a, b) => (a.name < b.name ? -1 : 1))
  const kept = await sql<Tally[]>`
    insert into tallies as kept (name, count, until)
    select * from unnest(${rows.map(({ name }) => name)}::text[], ${rows.map(({ count }) => count)}::int[],
      ${rows.map(({ until }) => until)}::timestamptz[])
    on conflict (name) do update set
      count = case when kept.until <= ${now} then excluded.count else kept.count + excluded.count end,
      until = case when kept.until <= ${now} then excluded.until else kept.until end
    returning name, count, until`
  const byName = new Map(kept.map((row) => [row.name, row]))
  return named.map((tally) => byName.get(tally.name) ?? tally)
}

/** What is told of one name in one go. */
function together(tallies: Tally[]): Tally {
  return tallies.reduce((sum, { name, count, until }) => ({
    name,
    count: sum.count + count,
    until: sum.until > until ? sum.until : until,
  }))
}

/** Takes one away from a count, or all of it. */
export async function takeBackTally(sql: Database, name: string, how: 'one' | 'all'): Promise<void> {
  if (how === 'all') await sql`delete from tallies where name = ${keyOf(name)}`
  else await sql`update tallies set count = greatest(count - 1, 0) where name = ${keyOf(name)}`
}

export async function forgetOldTallies(sql: Database, now: Date): Promise<number> {
  const forgotten = await sql`
    delete from tallies where ctid = any(array(select ctid from tallies where until <= ${now} limit 10000))`
  return forgotten.count
}

/** 128 bits of a hash: enough that no two names meet, and short however long the name is. */
export function keyOf(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 22)
}
