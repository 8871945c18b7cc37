import type { Clock } from '../../primitives/clock.ts'
import type { Database } from '../connect-database.ts'
import { closeOpenPartition } from './close-open-partition.ts'
import { knowFilledParts, knowWholeTable } from './know-whole-table.ts'
import type { TimedTable } from './timed-table.ts'

/**
 * A table that is kept for ever, partitioned by its ids or by those of what its rows belong to, which begin with the time. Nothing of it is
 * dropped. No foreign key leads to it or from it.
 */
export type KeptForEver = TimedTable & { spanDays?: number }

/**
 * A quarter of a year. Whoever knows an id reads one partition, however many there are; but a plan that is made for any id has all of them in
 * it, and ten years are forty.
 */
const usualSpanDays = 90

const dayMs = 24 * 3_600_000

/** Prepares the partition of the time to come. For a chore. */
export async function keepForEver(
  { sql, clock }: { sql: Database; clock: Clock },
  { spanDays = usualSpanDays, ...timed }: KeptForEver,
): Promise<boolean> {
  const isClosed = await closeOpenPartition(sql, timed, spanDays * dayMs, clock.now())
  await knowWholeTable(sql, timed.table)
  await knowFilledParts(sql, timed.table)
  return isClosed
}
