import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isHopeless } from '../database/database.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import { copyRefused } from './find-primary.ts'
import { makePlace } from './make-place.ts'
import { historyOf, lsnAsText, lsnFromText } from './place-in-wal.ts'
import { receiveSegments } from './receive-segments.ts'
import { openReplicationLine, type ReplicationLine } from './replication-line.ts'
import { walFolder } from './stored-backup.ts'
import { askServer } from './take-backup.ts'
import { listSegments } from './wal-archive.ts'

export type FollowWishes = {
  url(): Promise<string>
  folder: string
  signal: AbortSignal
  log(line: string): void
  /** Goes on where the server still can, and leaves out what it no longer has. */
  skipsGap: boolean
}

/** The server keeps what we do not have yet under this name. */
export const slotName = 'malipo_backup'

const retryMs = 2_000

type Place = { timeline: number; lsn: bigint }

/** Receives the log for as long as it is not told to stop; comes back whenever the server does. */
export async function followWal(wishes: FollowWishes): Promise<void> {
  await makePlace(join(wishes.folder, walFolder))
  let told = ''
  while (!wishes.signal.aborted) {
    try {
      await followOnce(wishes)
      told = ''
    } catch (error) {
      if (error instanceof StartRefused) throw error
      const reason = error instanceof Error ? error.message : String(error)
      if (isGone(error)) throw gap(reason)
      if (isHopeless(error)) throw copyRefused(error)
      if (!wishes.signal.aborted && reason !== told) wishes.log(`Waiting for the database: ${reason}`)
      told = reason
      await sleep(retryMs, undefined, { signal: wishes.signal }).catch(() => {})
    }
  }
}

async function followOnce(wishes: FollowWishes): Promise<void> {
  const line = await openReplicationLine(await wishes.url(), 'malipo backup wal')
  const cut = () => line.cut()
  wishes.signal.addEventListener('abort', cut)
  try {
    const server = await askServer(line)
    await refuseOtherCluster(wishes.folder, server.system_identifier)
    const [system] = await line.ask('IDENTIFY_SYSTEM')
    const timeline = Number(system?.timeline)
    const segmentBytes = server.wal_segment_bytes
    const archived = await placeInArchive(wishes.folder, segmentBytes)
    // Where nothing was archived yet nothing is missing, however long the slot has waited for somebody to begin.
    const reserved = await ensureSlot(line, wishes.skipsGap || archived === undefined)
    const known = wishes.skipsGap ? undefined : archived
    let place: Place | undefined = known ?? beginningOf(reserved, segmentBytes)
    const history = await readHistory(line, wishes.folder, timeline)
    while (place !== undefined && !wishes.signal.aborted) {
      const here = onLivingBranch(place, history, timeline, segmentBytes)
      wishes.log(`Following the log from ${lsnAsText(here.lsn)} on timeline ${here.timeline}`)
      const next = await receiveSegments(line, { ...wishes, slotName, segmentBytes, ...here })
      place = next && beginningOf(next, segmentBytes)
    }
  } finally {
    wishes.signal.removeEventListener('abort', cut)
    await line.close()
  }
}

/** Whole segments only: one that was begun is received again from its start. */
function beginningOf({ timeline, lsn }: Place, segmentBytes: number): Place {
  return { timeline, lsn: lsn - (lsn % BigInt(segmentBytes)) }
}

async function placeInArchive(folder: string, segmentBytes: number): Promise<Place | undefined> {
  // A branch that was left may reach further than the one that is lived on.
  const segments = await listSegments(folder, segmentBytes)
  const newest = Math.max(...segments.map(({ timeline }) => timeline))
  const last = segments.filter(({ timeline }) => timeline === newest).at(-1)
  if (last === undefined) return undefined
  const lsn = last.isWhole ? last.lsn + BigInt(segmentBytes) : last.lsn
  return { timeline: last.timeline, lsn }
}

async function ensureSlot(line: ReplicationLine, mayBeginAnew: boolean): Promise<Place> {
  const read = async () => (await line.ask(`READ_REPLICATION_SLOT ${slotName}`))[0]
  const found = await read()
  if (found?.slot_type && (found.restart_lsn || !mayBeginAnew)) return placeOfSlot(found)
  if (found?.slot_type) await line.ask(`DROP_REPLICATION_SLOT ${slotName}`)
  await line.ask(`CREATE_REPLICATION_SLOT ${slotName} PHYSICAL (RESERVE_WAL true)`)
  return placeOfSlot((await read()) ?? {})
}

function placeOfSlot({ restart_lsn, restart_tli }: Record<string, string | null>): Place {
  if (!restart_lsn || !restart_tli) throw gap(`the slot ${slotName} has lost its place`)
  return { timeline: Number(restart_tli), lsn: lsnFromText(restart_lsn) }
}

/** Where each earlier timeline ended; kept, since a restore needs it to pass from one to the next. */
async function readHistory(line: ReplicationLine, folder: string, timeline: number): Promise<Place[]> {
  if (timeline === 1) return []
  const [row] = await line.ask(`TIMELINE_HISTORY ${timeline}`)
  const text = String(row?.content ?? '')
  const file = join(folder, walFolder, historyOf(timeline))
  const isKept = await stat(file).then(
    () => true,
    () => false,
  )
  if (!isKept) await writeFile(file, text, { mode: 0o600, flush: true })
  return text.split('\n').flatMap((one) => {
    const parts = /^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/i.exec(one)
    return parts === null ? [] : [{ timeline: Number(parts[1]), lsn: lsnFromText(parts[2] ?? '') }]
  })
}

/** After a failover or a restore: what we have beyond the place where the server turned off is of no more use to it. */
function onLivingBranch(place: Place, history: Place[], timeline: number, segmentBytes: number): Place {
  if (place.timeline === timeline) return place
  const at = history.findIndex((one) => one.timeline === place.timeline)
  const ended = history[at]
  if (ended === undefined)
    throw new StartRefused(
      `The log in the archive is of timeline ${place.timeline}, from which this server does not come. ` +
        'Name another folder for backups, and take a backup there.',
    )
  if (place.lsn < ended.lsn) return place
  const next = history[at + 1]?.timeline ?? timeline
  return onLivingBranch(
    beginningOf({ timeline: next, lsn: ended.lsn }, segmentBytes),
    history,
    timeline,
    segmentBytes,
  )
}

async function refuseOtherCluster(folder: string, identifier: string): Promise<void> {
  const file = join(folder, walFolder, 'system_identifier')
  await writeFile(file, `${identifier}\n`, { flag: 'wx', mode: 0o600 }).catch(() => {})
  const kept = (await readFile(file, 'utf8')).trim()
  if (kept === identifier) return
  throw new StartRefused(
    `${folder} has the log of another cluster. Name another folder for the backups of this one.`,
  )
}

/** The server has thrown away what we would need next. */
function isGone(error: unknown): boolean {
  const { message = '' } = error as { message?: string }
  return /has already been removed|can no longer get changes|invalidated/.test(message)
}

function gap(reason: string): StartRefused {
  return new StartRefused(
    `The server no longer has the log where the archive ends (${reason}). ` +
      'Go on with malipo backup wal --skip-gap, and take a backup: points in time before it are reached only up to the gap.',
  )
}
