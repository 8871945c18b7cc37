import { holdAuditHead } from '../audit/audit.ts'
import { enterTurn, fragmentOf, type Transaction } from '../database/database.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import type { World } from '../world/world.ts'
import {
  type Column,
  type Content,
  contentOf,
  type Manifest,
  readManifest,
  readRows,
  refuseDamage,
} from './archive-file.ts'
import { boundsOf, type Part, within } from './histories.ts'
import { noteInAudit } from './note-in-audit.ts'
import { columnsOf, rowsAsLines } from './rows-as-lines.ts'
import { againWhileHeld } from './while-held.ts'

type Away = Content & { archive: string }

const loadedAtOnce = 2_000

/** Puts a part back where it was, with what has come since. In one transaction: whoever is killed leaves the part aside. */
export async function bringBack(world: World, part: Part, folder: string): Promise<Manifest> {
  const away = await findAway(world, part)
  const manifest = await readManifest(folder, away.archive)
  // Against what the database remembers, and not against what stands beside the file.
  await refuseDamage(folder, away.archive, away)
  await world.sql.begin(async (tx) => {
    await refuseSecond(tx, part)
    await tx.unsafe('set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0')
    await refuseOtherColumns(tx, part, manifest)
    const loaded = `${part.partition.name}_back`
    await load(tx, part, loaded, manifest.columns, readRows(folder, away.archive))
    const here = await contentOf(rowsAsLines(tx, part.history, loaded, manifest.columns))
    if (here.steps !== away.steps || here.sha256 !== away.sha256)
      throw new StartRefused(
        `${away.archive} is not the same in the database as in the file. Nothing was changed.`,
      )
    await againWhileHeld(
      () => tx.savepoint((inner) => exchange(inner, world, part, loaded, away)),
      (reason) => new StartRefused(`${part.partition.name} stays put aside: ${reason}.`),
    )
  })
  return manifest
}

async function findAway({ sql }: World, { history, partition }: Part): Promise<Away> {
  const [away] = await sql<Away[]>`
    select archive, steps::float8 as steps, sha256 from archived_parts
    where of_table = ${history.table} and to_id = ${partition.to} and back_at is null`
  if (away) return away
  throw new StartRefused(`${partition.name} is not put aside: all of it is here.`)
}

/** Two who load the same part would wait for each other's table, and one of them in vain. */
async function refuseSecond(tx: Transaction, { history, partition: { name, to } }: Part): Promise<void> {
  const [turn] = await tx<{ is_free: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended('bring back ' || ${name}::text, 0)) as is_free`
  if (!turn?.is_free) throw new StartRefused(`${name} is being brought back already.`)
  const [away] = await tx`
    select from archived_parts where of_table = ${history.table} and to_id = ${to} and back_at is null`
  if (!away) throw new StartRefused(`${name} is not put aside: all of it is here.`)
}

/**
 * Columns that came since are as in the rows that were here when they came: empty, or what they are without being said. One that is gone, or
 * is something else now, is nothing to be guessed at.
 */
async function refuseOtherColumns(
  tx: Transaction,
  { history }: Part,
  { archive, columns, schema }: Manifest,
) {
  const now = await columnsOf(tx, history.table)
  const unlike = columns.filter(
    ({ name, type }) => !now.some((one) => one.name === name && one.type === type),
  )
  const needed = now.filter(({ name, isNeeded }) => isNeeded && !columns.some((one) => one.name === name))
  const names = [...unlike, ...needed].map(({ name }) => name)
  if (names.length === 0) return
  throw new StartRefused(
    `${archive} is from a database whose last migration was ${schema}, and ${history.table} has changed since: ${names.join(', ')}. Nothing was changed.`,
  )
}

async function load(
  tx: Transaction,
  { history: { table, key }, partition }: Part,
  into: string,
  columns: Column[],
  lines: AsyncIterable<string>,
): Promise<void> {
  // With its bounds as a check, attaching it reads no row.
  await tx.unsafe(`
    create table ${into} (like ${table} including all);
    alter table ${into} add constraint archive_bounds check (${within(partition, key)})`)
  // Those of the file alone: whatever else is named is null, also where that is no value of the column.
  const names = named(namesIn(columns))
  let rows: string[] = []
  const write = async () => {
    const fresh = rows
    rows = []
    const text = `[${fresh.join(',')}]`
    await tx`
      insert into ${named(into)} (${names}) select ${names} from json_populate_recordset(null::${named(into)}, ${text}::json)`
  }
  for await (const line of lines) if (rows.push(line) >= loadedAtOnce) await write()
  await write()
}

/** Names of columns that are here, and never a caller's. */
const named = (text: string) => fragmentOf([text], [])

const namesIn = (columns: Column[]) => columns.map(({ name }) => `"${name}"`).join(', ')

async function exchange(
  tx: Transaction,
  world: World,
  { history, partition }: Part,
  loaded: string,
  { archive, steps, sha256 }: Away,
): Promise<void> {
  const { table } = history
  const { name } = partition
  const columns = namesIn(await columnsOf(tx, table))
  await enterTurn(tx)
  await tx.unsafe(`
    lock table only ${name} in share row exclusive mode;
    insert into ${loaded} (${columns}) select ${columns} from ${name};
    lock table only ${table} in access exclusive mode;
    alter table ${table} detach partition ${name};
    drop table ${name};
    alter table ${loaded} rename to ${name};
    alter table ${table} attach partition ${name} ${boundsOf(partition)};
    alter table ${name} drop constraint archive_bounds`)
  const noted = await tx`
    update archived_parts set back_at = ${world.clock.now()} where archive = ${archive} and back_at is null`
  if (noted.count === 0) throw new StartRefused(`${name} is not put aside: all of it is here.`)
  await noteInAudit(tx, world, 'archive.brought_back', { archive, steps, sha256 })
  // Here it is tried again for a while; not had right before the commit, all that was loaded would have been in vain.
  await holdAuditHead(tx)
}
