import { type Clock, daysBefore } from '../../primitives/clock.ts'
import type { Database } from '../connect-database.ts'
import { closeOpenPartition } from './close-open-partition.ts'
import { type Droppable, dropOldPartitions } from './drop-old-partitions.ts'

/**
 * A table that only grows, and whose rows are of no use after some days. It is partitioned by its ids, which begin with
 * the time, so that an id is unique over all partitions and leads to its own. No foreign key leads to it or from it.
 */
export type KeptByTime = Droppable & {
  keptDays: number
  /** How much of time one partition holds. A few long ones are read faster than many short ones, and go later. */
  spanDays: number
}

const dayMs = 24 * 3_600_000

/** Prepares the partitions of the time to come and drops those of the time that is over. For a chore. */
export async function keepByTime(
  { sql, clock }: { sql: Database; clock: Clock },
  kept: KeptByTime,
): Promise<{ closed: number; dropped: number }> {
  const { keptDays, spanDays, followers = [] } = kept
  const now = clock.now()
  let closed = 0
  for (const timed of [kept, ...followers]) {
    if (await closeOpenPartition(sql, timed, spanDays * dayMs, now)) closed += 1
  }
  return { closed, dropped: await dropOldPartitions(sql, kept, daysBefore(now, keptDays)) }
}
