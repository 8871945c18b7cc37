import { lowestIdAt } from '../../primitives/id.ts'
import type { Database, Transaction } from '../connect-database.ts'
import { type Partition, readPartitions } from './read-partitions.ts'
import { takeTurn } from './take-turn.ts'

/** A table and the column of ids by whose time it is partitioned. */
export type TimedTable = { table: string; key: string }

/** Says where the open partition is going to end, and proves to the server that nothing in it lies beyond. */
const endConstraint = 'ends_before'

const undefinedObject = '42704'

/**
 * The newest partition of a table is open: it takes whatever comes, so that no row is ever refused for want of a
 * partition. A span before time reaches it, it is given an end, and a new open one follows. Usually it is still empty
 * then. If nobody has done it for long, it holds that much more; nothing is moved, and nothing is lost.
 */
export async function closeOpenPartition(
  sql: Database,
  timed: TimedTable,
  spanMs: number,
  now: Date,
): Promise<boolean> {
  const aheadMs = now.getTime() + spanMs
  const open = await openPartition(sql, timed.table)
  if (open.from !== null && timeOf(open.from) > aheadMs) return false
  const end = await takeTurn(sql, async (tx) => {
    const known = await endOf(tx, open.name)
    if (known !== undefined) return known
    const last = timeOf(await lastIdOf(tx, open.name, timed.key))
    const fresh = lowestIdAt((Math.floor(Math.max(aheadMs, last) / spanMs) + 1) * spanMs)
    await tx.unsafe(
      `alter table ${open.name} add constraint ${endConstraint} check (${timed.key} < '${fresh}') not valid`,
    )
    return fresh
  })
  if (!(await proveEnd(sql, open.name))) return false
  return await takeTurn(sql, (tx) => replaceOpen(tx, timed.table, open, end))
}

/** Reads the whole partition while everybody goes on working with it. With that done, giving it its end takes a moment. */
async function proveEnd(sql: Database, partition: string): Promise<boolean> {
  try {
    await sql.unhurried((patient) =>
      patient.unsafe(`alter table ${partition} validate constraint ${endConstraint}`),
    )
    return true
  } catch (error) {
    // Another process was faster: the partition of this name is a new one, and has no end yet.
    if ((error as { code?: string }).code === undefinedObject) return false
    throw error
  }
}

async function openPartition(sql: Database | Transaction, table: string): Promise<Partition> {
  const open = (await readPartitions(sql, table)).at(-1)
  if (open?.to !== null) throw new Error(`${table} has no open partition`)
  return open
}

/** False if another process was faster. */
async function replaceOpen(tx: Transaction, table: string, open: Partition, end: string): Promise<boolean> {
  if ((await openPartition(tx, table)).from !== open.from) return false
  const closed = `${table}_to_${dayOf(end)}`
  const from = open.from === null ? 'minvalue' : `'${open.from}'`
  await tx.unsafe(`
    alter table ${table} detach partition ${open.name};
    alter table ${open.name} rename to ${closed};
    alter table ${table} attach partition ${closed} for values from (${from}) to ('${end}');
    alter table ${closed} drop constraint ${endConstraint};
    create table ${open.name} (like ${table} including all);
    alter table ${table} attach partition ${open.name} for values from ('${end}') to (maxvalue)`)
  return true
}

/** The end that somebody gave it who did not live to see it through. */
async function endOf(tx: Transaction, partition: string): Promise<string | undefined> {
  const [row] = await tx<{ text: string }[]>`
    select pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid = ${partition}::text::regclass and conname = ${endConstraint}`
  return /'([0-9a-f-]{36})'/.exec(row?.text ?? '')?.[1]
}

async function lastIdOf(tx: Transaction, partition: string, key: string): Promise<string> {
  const [last] = await tx.unsafe(`select ${key} as id from ${partition} order by ${key} desc limit 1`)
  return last === undefined ? lowestIdAt(0) : String(last.id)
}

/** Ids begin with their millisecond. */
function timeOf(id: string): number {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16)
}

function dayOf(id: string): string {
  return new Date(timeOf(id)).toISOString().slice(0, 10).replaceAll('-', '')
}
