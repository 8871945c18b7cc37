import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database, Transaction } from '../database/database.ts'
import { isOfDisk } from '../primitives/of-disk.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import { readRestored } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { type Manifest, readManifest } from './archive-file.ts'

/** What a put-aside that was killed left in a folder: files of an archive of which the database knows nothing. */
export type Left = {
  archive: string
  files: string[]
  bytes: number
  /** Why they are not cleared. Null: they may be. */
  stays_because: string | null
}

type Found = Omit<Left, 'stays_because'> & { touchedMs: number }

/** Names that only we give: the part, the day, eight digits, and which of the files it is, whole or not yet. */
const named = /^([a-z_]+_to_\d{8}-\d{8}-[0-9a-f]{8})\.(?:jsonl\.gz|json)(?:\.unfinished)?$/

/** Whoever is still at it has written since. */
const restMs = 3_600_000

/** Whoever clears a folder, and whoever lets a part go because its files are there, take turns. */
const filesLock = 7_245_009

export async function findLeft(world: World, folder: string): Promise<Left[]> {
  return await judge(world.sql, world, folder)
}

/** Removes what nobody needs. Under the lock nobody comes to need it meanwhile. */
export async function clearLeft(world: World, folder: string): Promise<Left[]> {
  return (await world.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${filesLock})`
    const left = await judge(tx, world, folder)
    for (const { files, stays_because: because } of left) {
      if (because !== null) continue
      // The record first: rows without it are an archive to nobody.
      for (const file of files.toSorted((one) => (one.endsWith('.json') ? -1 : 1)))
        await rm(join(folder, file))
    }
    return left
  })) as Left[]
}

/** Held until the commit, by whoever is about to let a part go: either its files are there from now on, or somebody has cleared them. */
export async function areStillThere(tx: Transaction, files: string[]): Promise<boolean> {
  await tx`select pg_advisory_xact_lock_shared(${filesLock})`
  const found = await Promise.allSettled(files.map((file) => stat(file)))
  return found.every(({ status }) => status === 'fulfilled')
}

async function judge(sql: Database | Transaction, world: World, folder: string): Promise<Left[]> {
  const found = await findFiles(folder)
  // Those that are back as well: nobody but the operator removes what a row names.
  const known = await sql<{ archive: string }[]>`
    select archive from archived_parts where archive = any(${found.map(({ archive }) => archive)}::text[])`
  const needed = new Set(known.map(({ archive }) => archive))
  const left: Left[] = []
  for (const { touchedMs, ...one } of found) {
    if (needed.has(one.archive)) continue
    const isFresh = touchedMs > world.clock.now().getTime() - restMs
    const because = isFresh ? 'somebody may be writing it' : await whyItStays(sql, folder, one)
    left.push({ ...one, stays_because: because })
  }
  return left
}

/** An archive with its record may be all that another database has of a part, or this one by a backup from later than what it knows. */
async function whyItStays(
  sql: Database | Transaction,
  folder: string,
  { archive, files }: Pick<Left, 'archive' | 'files'>,
): Promise<string | null> {
  if (!files.includes(`${archive}.json`)) return null
  const record = await readManifest(folder, archive).catch((error) => {
    if (error instanceof StartRefused) return null
    throw error
  })
  const own = await readWhose(sql)
  if (record?.installation === undefined) return 'nothing says of which installation it is'
  if (record.installation !== own.installation) return 'it is of another installation'
  const { holdsPayouts, lastAtMs } = await readRestored(sql)
  const isFromBefore = lastAtMs !== null && Date.parse(record.written_at) <= lastAtMs
  if (holdsPayouts || isFromBefore) return 'the database was restored: a backup from later may need it'
  // Two that go on beside each other since a restore write into one folder, and neither knows what the other has put aside.
  return (record.restored ?? null) === (own.restored ?? null)
    ? null
    : 'it may be of the database that this one was restored from, or of a copy'
}

/** Whose database it is, and which of those that restores have made of it. */
export async function readWhose(
  sql: Database | Transaction,
): Promise<Pick<Manifest, 'installation' | 'restored'>> {
  const [own] = await sql<Required<Pick<Manifest, 'installation' | 'restored'>>[]>`
    select id as installation, (select mark from restores order by noticed_at desc, mark limit 1) as restored from installation`
  return own ?? {}
}

async function findFiles(folder: string): Promise<Found[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
    if (!isOfDisk(error)) throw error
    throw new StartRefused(`${folder} is not read: ${error.message}.`)
  })
  const byArchive = new Map<string, Found>()
  for (const entry of entries) {
    const archive = named.exec(entry.name)?.[1]
    if (archive === undefined || !entry.isFile()) continue
    const { size, mtimeMs } = await stat(join(folder, entry.name))
    const { files, bytes, touchedMs } = byArchive.get(archive) ?? { files: [], bytes: 0, touchedMs: 0 }
    byArchive.set(archive, {
      archive,
      files: [...files, entry.name],
      bytes: bytes + size,
      touchedMs: Math.max(touchedMs, mtimeMs),
    })
  }
  return [...byArchive.values()].sort((one, other) => (one.archive < other.archive ? -1 : 1))
}
