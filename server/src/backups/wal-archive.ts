import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { StartRefused } from '../primitives/start-refused.ts'
import { isHistory, isSegment, lsnFromText, segmentOf, startOfSegment } from './place-in-wal.ts'
import { type StoredBackup, syncPath, walFolder } from './stored-backup.ts'

const [pack, unpack] = [promisify(gzip), promisify(gunzip)]

/** Segments of the log as they were received: whole ones packed, the last one as far as it goes. */
export type ArchivedSegment = { name: string; timeline: number; lsn: bigint; isWhole: boolean; file: string }

const packedEnd = '.gz'
export const partialEnd = '.partial'

/** In the order of the log; of a segment that is there whole, what it was before is left out. */
export async function listSegments(folder: string, segmentBytes: number): Promise<ArchivedSegment[]> {
  const files = await readdir(join(folder, walFolder)).catch(() => [])
  const segments = files.flatMap((file) => {
    const isWhole = file.endsWith(packedEnd)
    const name = file.replace(/\.(gz|partial)$/, '')
    if (!isSegment(name) || file === name) return []
    return [{ name, ...startOfSegment(name, segmentBytes), isWhole, file: join(folder, walFolder, file) }]
  })
  const whole = new Set(segments.filter((one) => one.isWhole).map(({ name }) => name))
  return segments
    .filter(({ name, isWhole }) => isWhole || !whole.has(name))
    .sort((one, other) => Number(one.lsn - other.lsn) || one.timeline - other.timeline)
}

/** Packed beside its place and renamed into it; only then is the other one taken away. */
export async function keepWhole(partial: string): Promise<void> {
  const target = `${partial.slice(0, -partialEnd.length)}${packedEnd}`
  const unfinished = `${target}.unfinished`
  const file = await open(unfinished, 'w', 0o600)
  try {
    await file.writeFile(await pack(await readFile(partial), { level: 1 }))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, target)
  await syncPath(join(target, '..'))
  await rm(partial)
}

/** What a restore needs of the log beyond the backup itself, put where PostgreSQL looks for it. */
export async function layOutLog(
  folder: string,
  backup: StoredBackup,
  pgWal: string,
  to: Date | undefined,
): Promise<number> {
  const needed = await neededSegments(folder, backup, to)
  for (const { name, file, isWhole } of needed) {
    const target = join(pgWal, name)
    const isThere = await stat(target).then(
      () => true,
      () => false,
    )
    if (isThere) continue
    if (isWhole)
      await writeFile(target, await unpackedSegment(file, backup.wal_segment_bytes), { mode: 0o600 })
    else await copyFile(file, target)
  }
  for (const file of await readdir(join(folder, walFolder)).catch(() => []))
    if (isHistory(file)) await copyFile(join(folder, walFolder, file), join(pgWal, file))
  return needed.length
}

/**
 * Without a gap, since PostgreSQL would take the gap for the end and lose the rest without a word. Whoever names a point in time is
 * told by PostgreSQL itself when the log ends before it.
 */
async function neededSegments(
  folder: string,
  backup: StoredBackup,
  to: Date | undefined,
): Promise<ArchivedSegment[]> {
  const bytes = BigInt(backup.wal_segment_bytes)
  const own = lsnFromText(backup.end_lsn) / bytes
  const later = (await listSegments(folder, backup.wal_segment_bytes)).filter(
    ({ lsn, timeline }) => lsn / bytes >= own && timeline >= backup.timeline,
  )
  let reached = own
  const needed: ArchivedSegment[] = []
  for (const segment of later) {
    const number = segment.lsn / bytes
    const last = needed.at(-1)
    // Whoever was told to pass over a gap goes on with the next one, and this stays as far as it was received.
    const isCut = last?.isWhole === false && last.timeline === segment.timeline
    if (number > reached + 1n || (isCut && number > reached)) {
      if (to !== undefined) break
      const missing = isCut
        ? `${last.name} is there only in part`
        : `${segmentOf(backup.timeline, (reached + 1n) * bytes, backup.wal_segment_bytes)} is missing`
      throw new StartRefused(
        `The segment ${missing} in ${join(folder, walFolder)}, and what comes after it cannot be restored without it. ` +
          'Name a point in time before it with --to, or leave the log out with --without-wal, or use a later backup.',
      )
    }
    needed.push(segment)
    reached = number
  }
  return needed
}

async function unpackedSegment(file: string, segmentBytes: number): Promise<Buffer> {
  const bytes = await unpack(await readFile(file)).catch((error: Error) => {
    throw damaged(file, error.message)
  })
  if (bytes.length !== segmentBytes) throw damaged(file, `${bytes.length} bytes instead of ${segmentBytes}`)
  return bytes
}

function damaged(file: string, reason: string): StartRefused {
  return new StartRefused(
    `${file} is damaged (${reason}): name a point in time before it with --to, or use a later backup.`,
  )
}

/** The last whole segment that a restore without a point in time must have come to; those of a branch that was left do not count. */
export async function lastOwed(folder: string, backup: StoredBackup): Promise<bigint> {
  const segments = await listSegments(folder, backup.wal_segment_bytes)
  const newest = Math.max(backup.timeline, ...segments.map(({ timeline }) => timeline))
  const owed = segments.filter(({ timeline, isWhole }) => timeline === newest && isWhole)
  return owed.at(-1)?.lsn ?? 0n
}

/** Those that no backup needs any more. */
export async function dropSegmentsBefore(folder: string, oldest: StoredBackup): Promise<number> {
  const keepFrom = lsnFromText(oldest.start_lsn) / BigInt(oldest.wal_segment_bytes)
  const segments = await listSegments(folder, oldest.wal_segment_bytes)
  const old = segments.filter(({ lsn }) => lsn / BigInt(oldest.wal_segment_bytes) < keepFrom)
  for (const { file } of old) await rm(file)
  return old.length
}

/** A segment that is being received: as long as a whole one from the beginning, so that PostgreSQL takes it for one. */
export async function openPartial(folder: string, name: string, segmentBytes: number) {
  await mkdir(join(folder, walFolder), { recursive: true, mode: 0o700 })
  const path = join(folder, walFolder, `${name}${partialEnd}`)
  // One that is there is written over with the same bytes: emptied first, they could be lost.
  const file = await open(path, 'r+').catch(() => open(path, 'wx+', 0o600))
  if ((await file.stat()).size !== segmentBytes) await file.truncate(segmentBytes)
  await syncPath(join(folder, walFolder))
  return { path, file }
}
