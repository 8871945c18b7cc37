import type { Clock } from '../../primitives/clock.ts'
import type { Database } from '../connect-database.ts'
import { closeOpenPartition } from './close-open-partition.ts'
import type { TimedTable } from './timed-table.ts'

/**
 * A table of what belongs to rows that are kept for ever, partitioned by their ids, which begin with the time. Nothing of it is dropped: a
 * partition that nobody needs any more can be put aside. No foreign key leads to it or from it.
 */
export type KeptForEver = TimedTable

/**
 * A quarter of a year. Whoever knows an id reads one partition, however many there are; but a plan that is made for any id has all of them in
 * it, and ten years are forty.
 */
const spanMs = 90 * 24 * 3_600_000

/** Prepares the partition of the time to come. For a chore. */
export async function keepForEver(
  { sql, clock }: { sql: Database; clock: Clock },
  kept: KeptForEver,
): Promise<boolean> {
  return await closeOpenPartition(sql, kept, spanMs, clock.now())
}
