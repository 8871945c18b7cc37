import type { Database, Transaction } from '../connect-database.ts'
import { deleteOld } from '../delete-old.ts'
import { type Partition, readPartitions } from './read-partitions.ts'
import { takeTurn } from './take-turn.ts'
import { lowestKeyAt, type TimedTable, timeOf } from './timed-table.ts'

export type Droppable = TimedTable & {
  /** What is true of a row that must not go yet, served by an index. One such row keeps its partition, and those after it. */
  needed?: string
  /** Tables of what belongs to its rows, partitioned by their ids: it goes after them. */
  followers?: TimedTable[]
  /** The column that tells when a row came, where old keys may come again. */
  arrived?: string
}

/** Drops the partitions in which everything is older, and tells how many there were. */
export async function dropOldPartitions(sql: Database, droppable: Droppable, before: Date): Promise<number> {
  let dropped = await dropEach(sql, droppable, before.getTime(), droppable.needed)
  // While anything of a time is there, so is what belongs to it.
  const [oldest] = await partitionsInTime(sql, droppable.table)
  const oldestMs = oldest?.from ? timeOf(droppable, oldest.from) : 0
  for (const follower of droppable.followers ?? []) dropped += await dropEach(sql, follower, oldestMs)
  await deleteLate(sql, droppable, before)
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
  for (const partition of await partitionsInTime(sql, table)) {
    if (partition.to === null || partition.to > bound) break
    if (await isNeeded(sql, partition.name, needed)) break
    const isGone = await takeTurn(sql, async (tx) => {
      await tx.unsafe(`lock table only ${table} in access exclusive mode`)
      const [oldest] = await partitionsInTime(tx, table)
      if (oldest?.name !== partition.name || (await isNeeded(tx, partition.name, needed))) return false
      await tx.unsafe(`drop table ${partition.name}`)
      await leaveToLate(tx, table, partition)
      return true
    })
    if (!isGone) break
    dropped += 1
  }
  return dropped
}

/**
 * What names a time whose partition is gone comes late, and is kept apart: a payment that was forgotten and is sent again,
 * or a row of a process whose clock is wrong. Refused, it would be lost. There are few, so moving the bound takes a moment.
 */
const lateOf = (table: string) => `${table}_late`

async function leaveToLate(tx: Transaction, table: string, { to }: Partition): Promise<void> {
  const late = lateOf(table)
  const isThere = (await readPartitions(tx, table)).some(({ name }) => name === late)
  await tx.unsafe(`
    ${isThere ? `alter table ${table} detach partition ${late}` : `create table ${late} (like ${table} including all)`};
    alter table ${table} attach partition ${late} for values from (minvalue) to ('${to}')`)
}

async function deleteLate(sql: Database, { table, arrived }: Droppable, before: Date): Promise<void> {
  if (arrived === undefined) return
  const late = lateOf(table)
  const isThere = (await readPartitions(sql, table)).some(({ name }) => name === late)
  if (isThere) await deleteOld(sql, { table: late, column: arrived }, before)
}

async function partitionsInTime(sql: Database | Transaction, table: string): Promise<Partition[]> {
  return (await readPartitions(sql, table)).filter(({ name }) => name !== lateOf(table))
}

async function isNeeded(sql: Database | Transaction, partition: string, needed?: string): Promise<boolean> {
  if (needed === undefined) return false
  const rows = await sql.unsafe(`select from ${partition} where ${needed} limit 1`)
  return rows.length > 0
}
