import { takeTurn } from '../database/database.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import type { World } from '../world/world.ts'
import {
  filesOf,
  type Manifest,
  refuseDamage,
  removeArchive,
  writeManifest,
  writeRows,
} from './archive-file.ts'
import { boundsOf, type Part, within } from './histories.ts'
import { endOfKeeping, whyItStays } from './judge-part.ts'
import { areStillThere, readWhose } from './left-files.ts'
import { noteInAudit } from './note-in-audit.ts'
import { columnsOf, rowsAsLines } from './rows-as-lines.ts'
import { againWhileHeld } from './while-held.ts'

/** Writes a part into a folder and takes it out of the database. At every moment one of both has all of it. */
export async function putAside(world: World, part: Part, folder: string): Promise<Manifest> {
  const manifest = await writePart(world, part, folder)
  try {
    await letGo(world, part, folder, manifest)
  } catch (error) {
    // Only where it is certain that the part is still there: after any other failure the commit may have happened.
    if (error instanceof PartStays) await removeArchive(folder, manifest.archive)
    throw error
  }
  return manifest
}

/** Nothing was taken out of the database, and nothing will be. */
export class PartStays extends StartRefused {}

/** In one snapshot, so that what is judged is what is written. */
export async function writePart(world: World, part: Part, folder: string): Promise<Manifest> {
  const { history, partition } = part
  const before = await endOfKeeping(world)
  return (await world.sql.begin('isolation level repeatable read read only', async (tx) => {
    await tx.unsafe('set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0')
    const reason = (await whyItStays(tx, part, before)) ?? (await whatIsMissing(tx, part))
    if (reason !== null || partition.to === null) throw stays(part, reason)
    const { name, from, to } = partition
    const writtenAt = world.clock.now().toISOString()
    // Whoever writes the same part at the same moment writes another archive.
    const archive = `${name}-${writtenAt.slice(0, 10).replaceAll('-', '')}-${world.newId().slice(-8)}`
    const columns = (await columnsOf(tx, history.table)).map(({ name, type }) => ({ name, type }))
    const [last] = await tx<{ version: number }[]>`select max(version) as version from schema_migrations`
    const of = await readWhose(tx)
    const content = await writeRows(folder, archive, rowsAsLines(tx, history, name, columns))
    const manifest: Manifest = {
      ...{ archive, table: history.table, part: name, from, to, ...content },
      ...{ columns, schema: Number(last?.version), written_at: writtenAt },
      ...of,
    }
    await writeManifest(folder, manifest)
    return manifest
  })) as Manifest
}

/** Each step is counted in its payment: afterwards that is all by which the books know what was put aside. */
async function whatIsMissing(
  tx: Parameters<typeof whyItStays>[0],
  { history, partition }: Part,
): Promise<string | null> {
  const [sums] = await tx.unsafe(
    `select (select count(*) from ${partition.name})::text as here,
      (select coalesce(sum(moves), 0) from ${history.owners} where ${within(partition, 'id')})::text as made`,
  )
  return sums?.here === sums?.made
    ? null
    : `it has ${sums?.here} steps of the ${sums?.made} that were made; see malipo check-books`
}

/** Takes a part that was written out of the database, if it is still the same, and notes where it is. */
export async function letGo(world: World, part: Part, folder: string, manifest: Manifest): Promise<void> {
  await refuseDamage(folder, manifest.archive, manifest)
  await againWhileHeld(
    () => exchange(world, part, folder, manifest),
    (reason) => stays(part, reason),
  )
}

/**
 * Writers of this part wait from the second look on, and of no other: what belongs to an old payment is rare. Everybody waits for the moment
 * in which an empty part takes its place, for what still may come of such a payment.
 */
async function exchange(world: World, part: Part, folder: string, manifest: Manifest): Promise<void> {
  const before = await endOfKeeping(world)
  const { table } = part.history
  const { part: name, archive, from, to, steps, sha256 } = manifest
  await takeTurn(world.sql, async (tx) => {
    if (!(await areStillThere(tx, filesOf(folder, archive))))
      throw stays(part, 'somebody has cleared its files')
    await tx.unsafe(`lock table only ${name} in share row exclusive mode`)
    const reason = await whyItStays(tx, part, before)
    if (reason !== null) throw stays(part, reason)
    // Rows of a history are neither changed nor taken away, so that as many are the same.
    const [now] = await tx.unsafe(`select count(*)::text as steps from ${name}`)
    if (now?.steps !== String(steps)) throw stays(part, 'something was added while it was written; try again')
    await tx.unsafe(`
      lock table only ${table} in access exclusive mode;
      alter table ${table} detach partition ${name};
      drop table ${name};
      create table ${name} (like ${table} including all);
      alter table ${table} attach partition ${name} ${boundsOf(manifest)}`)
    await tx`
      insert into archived_parts (archive, of_table, from_id, to_id, steps, sha256, put_aside_at)
      values (${archive}, ${table}, ${from}, ${to}, ${steps}, ${sha256}, ${world.clock.now()})`
    await noteInAudit(tx, world, 'archive.put_aside', { archive, steps, sha256 })
  })
}

function stays({ partition }: Part, reason: string | null): PartStays {
  return new PartStays(`${partition.name} stays: ${reason}.`)
}
