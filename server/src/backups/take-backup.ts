import { createHash } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../primitives/clock.ts'
import { copyRefused } from './find-primary.ts'
import { makePlace, refusedBy } from './make-place.ts'
import { receiveCopy } from './receive-copy.ts'
import { openReplicationLine, type ReplicationLine } from './replication-line.ts'
import { takeAwayLeft, unfinishedPrefix } from './scratch.ts'
import { nameAt, recordFile, type StoredBackup, secretFile, syncPath } from './stored-backup.ts'
import { verifyBackup } from './verify-backup.ts'

export type BackupWishes = {
  url(): Promise<string>
  folder: string
  /** Where the secret of an embedded installation stands; absent where the operator keeps it. */
  secretPath: string | undefined
  isEmbedded: boolean
  clock: Clock
}

/** A whole, verified backup under its name, or nothing: until it is whole it stands under another name. */
export async function takeBackup(wishes: BackupWishes): Promise<StoredBackup> {
  const { folder, clock } = wishes
  await makePlace(folder)
  await takeAwayLeft(join(folder, unfinishedPrefix))
  const began = clock.now()
  const name = nameAt(began)
  const unfinished = join(folder, `${unfinishedPrefix}${process.pid}-${name}`)
  const line = await openForBackup(wishes)
  try {
    await mkdir(unfinished, { mode: 0o700 })
    const server = await askServer(line)
    const received = await receiveCopy(line, unfinished, name)
    const secret = await keepSecret(wishes.secretPath, unfinished)
    const backup: StoredBackup = {
      name,
      began_at: began.toISOString(),
      ended_at: clock.now().toISOString(),
      ...server,
      is_embedded: wishes.isEmbedded,
      ...received,
      files: { ...received.files, ...secret },
    }
    await writeDurably(join(unfinished, recordFile), `${JSON.stringify(backup, null, 2)}\n`)
    await syncPath(unfinished)
    await verifyBackup(unfinished, backup)
    // A folder of that name that has anything in it is not replaced.
    await rename(unfinished, join(folder, name))
    await syncPath(folder)
    return backup
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw refusedBy(folder, error)
  } finally {
    await line.close()
  }
}

async function openForBackup({ url }: BackupWishes): Promise<ReplicationLine> {
  try {
    return await openReplicationLine(await url(), 'malipo backup')
  } catch (error) {
    throw copyRefused(error)
  }
}

export async function askServer(
  line: ReplicationLine,
): Promise<Pick<StoredBackup, 'postgres' | 'system_identifier' | 'wal_segment_bytes'>> {
  const [system] = await line.ask('IDENTIFY_SYSTEM')
  const [version] = await line.ask('SHOW server_version')
  const [segment] = await line.ask('SHOW wal_segment_size')
  return {
    postgres: String(version?.server_version).split(' ')[0] ?? '',
    system_identifier: String(system?.systemid),
    wal_segment_bytes: bytesFrom(String(segment?.wal_segment_size)),
  }
}

function bytesFrom(text: string): number {
  const parts = /^(\d+)(MB|GB)$/.exec(text)
  if (parts === null) throw new Error(`PostgreSQL says ${text} of its segments`)
  return Number(parts[1]) * (parts[2] === 'GB' ? 1024 ** 3 : 1024 ** 2)
}

async function keepSecret(path: string | undefined, folder: string): Promise<StoredBackup['files']> {
  if (path === undefined) return {}
  const text = await readFile(path)
  await writeDurably(join(folder, secretFile), text)
  return { [secretFile]: { bytes: text.length, sha256: createHash('sha256').update(text).digest('hex') } }
}

async function writeDurably(path: string, content: string | Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}
