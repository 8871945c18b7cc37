import type { Database, Transaction } from '../connect-database.ts'
import { readPartitions } from './read-partitions.ts'
import { takeTurn } from './take-turn.ts'
import { lowestKeyAt, type TimedTable, timeOf } from './timed-table.ts'

export type Droppable = TimedTable & {
  /** What is true of a row that must not go yet, served by an index. One such row keeps its partition. */
  needed?: string
  /** Tables of what belongs to its rows, partitioned by their ids: it goes after them. */
  followers?: TimedTable[]
}

/** Drops the partitions in which everything is older, and tells how many there were. */
export async function dropOldPartitions(sql: Database, droppable: Droppable, before: Date): Promise<number> {
  let dropped = await dropEach(sql, droppable, before.getTime(), droppable.needed)
  // While anything of a time is there, so is what belongs to it.
  const [oldest] = await readPartitions(sql, droppable.table)
  const oldestMs = oldest?.from ? timeOf(droppable, oldest.from) : 0
  for (const follower of droppable.followers ?? []) dropped += await dropEach(sql, follower, oldestMs)
  return dropped
}

async function dropEach(
  sql: Database,
  timed: TimedTable,
  beforeMs: number,
  needed?: string,
): Promise<number> {
  const { table } = timed
  const bound = lowestKeyAt(timed, beforeMs)
  let dropped = 0
  for (const { name, to } of await readPartitions(sql, table)) {
    if (to === null || to > bound) break
    if (await isNeeded(sql, name, needed)) continue
    const isGone = await takeTurn(sql, async (tx) => {
      await tx.unsafe(`lock table only ${table} in access exclusive mode`)
      const stillThere = (await readPartitions(tx, table)).some((other) => other.name === name)
      if (!stillThere || (await isNeeded(tx, name, needed))) return false
      await tx.unsafe(`drop table ${name}`)
      return true
    })
    if (isGone) dropped += 1
  }
  return dropped
}

async function isNeeded(sql: Database | Transaction, partition: string, needed?: string): Promise<boolean> {
  if (needed === undefined) return false
  const rows = await sql.unsafe(`select from ${partition} where ${needed} limit 1`)
  return rows.length > 0
}
