import type { Database, Transaction } from '../connect-database.ts'
import { endConstraint } from '../lift-left-end.ts'
import { type Partition, readPartitions } from './read-partitions.ts'
import { takeTurn } from './take-turn.ts'
import { lowestKeyAt, type TimedTable, timeOf } from './timed-table.ts'

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
  if (open.from !== null && timeOf(timed, open.from) > aheadMs) return false
  const end = await takeTurn(sql, async (tx) => {
    const known = await endOf(tx, open.name)
    if (known !== undefined) return known
    const afterMs = Math.max(aheadMs, await lastTimeOf(tx, timed, open.name))
    const fresh = lowestKeyAt(timed, (Math.floor(afterMs / spanMs) + 1) * spanMs)
    // Its beginning as well, which nothing proves any more once it is out of its table.
    const begins = open.from === null ? '' : ` and ${timed.key} >= '${open.from}'`
    await tx.unsafe(
      `alter table ${open.name} add constraint ${endConstraint} check (${timed.key} < '${fresh}'${begins}) not valid`,
    )
    return fresh
  })
  if (!(await proveEnd(sql, open.name))) return false
  return await takeTurn(sql, (tx) => replaceOpen(tx, timed, open, end))
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
async function replaceOpen(
  tx: Transaction,
  timed: TimedTable,
  open: Partition,
  end: string,
): Promise<boolean> {
  const { table } = timed
  if ((await openPartition(tx, table)).from !== open.from) return false
  const day = new Date(timeOf(timed, end)).toISOString().slice(0, 10)
  const closed = `${table}_to_${day.replaceAll('-', '')}`
  const from = open.from === null ? 'minvalue' : `'${open.from}'`
  await tx.unsafe(`
    alter table ${table} detach partition ${open.name};
    alter table ${open.name} rename to ${closed};
    alter table ${table} attach partition ${closed} for values from (${from}) to ('${end}');
    alter table ${closed} drop constraint ${endConstraint};
    create table ${open.name} (like ${table} including all);
    alter table ${table} attach partition ${open.name} for values from ('${end}') to (maxvalue)`)
  for (const statement of await findOwn(tx, table, closed, open.name)) await tx.unsafe(statement)
  return true
}

/**
 * What a partition does not get of its table: keys that lack the column by which it is partitioned, which are those of the one before, where something
 * else holds over the bounds; guards of the partition as a whole; and that nobody may write to it by its name who may not write to the one before.
 */
async function findOwn(tx: Transaction, table: string, before: string, part: string): Promise<string[]> {
  const keys = await tx<{ definition: string }[]>`
    select pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid = ${before}::text::regclass and i.indisunique
      and not exists (select from pg_inherits of_all where of_all.inhrelid = i.indexrelid)
    order by 1`
  const guards = await tx<{ name: string; called: string }[]>`
    select t.tgname as name, p.proname as called from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where t.tgrelid = ${table}::text::regclass and t.tgtype & ${statementBeforeTruncate} = ${beforeTruncate}`
  const denied = await tx<{ privilege: string }[]>`
    select privilege from unnest(array['insert', 'update', 'delete', 'truncate']) as known (privilege)
    where not has_table_privilege(${before}::text::regclass, privilege)`
  return [
    ...denied.map(({ privilege }) => `revoke ${privilege} on ${part} from current_user`),
    ...keys.map(({ definition }) =>
      definition.replace(/^CREATE UNIQUE INDEX .*? ON .*? USING /, `create unique index on ${part} using `),
    ),
    ...guards.map(
      ({ name, called }) =>
        `create trigger ${name} before truncate on ${part} for each statement execute function ${called}()`,
    ),
  ]
}

// Bits of a trigger's type: for each row, before, truncate.
const beforeTruncate = 2 + 32
const statementBeforeTruncate = 1 + beforeTruncate

/** The end that somebody gave it who did not live to see it through. */
async function endOf(tx: Transaction, partition: string): Promise<string | undefined> {
  const [row] = await tx<{ text: string }[]>`
    select pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid = ${partition}::text::regclass and conname = ${endConstraint}`
  return /'([^']+)'/.exec(row?.text ?? '')?.[1]
}

/** Ids without a time in them, drawn by chance, mostly seem to be of later. No clock goes that wrong. */
const latestMs = Date.UTC(2200, 0)

async function lastTimeOf(tx: Transaction, timed: TimedTable, partition: string): Promise<number> {
  const { key } = timed
  const [last] = await tx.unsafe(`select ${key} as key from ${partition} order by ${key} desc limit 1`)
  if (last === undefined) return 0
  const lastMs = timeOf(timed, String(last.key))
  if (lastMs > latestMs)
    throw new Error(
      `${partition} has the ${key} ${last.key}, whose time nobody will live to see: it cannot be partitioned by it`,
    )
  return lastMs
}
