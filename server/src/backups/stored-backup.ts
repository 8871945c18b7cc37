import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartRefused } from '../primitives/start-refused.ts'

/** What stands in `backup.json` beside the files that it is about. */
export type StoredBackup = {
  name: string
  began_at: string
  ended_at: string
  postgres: string
  /** Of the cluster: copies of one share it, and nobody else has it. */
  system_identifier: string
  timeline: number
  start_lsn: string
  end_lsn: string
  wal_segment_bytes: number
  /** Whether it is of the PostgreSQL that we run ourselves, whose secret may stand beside it. */
  is_embedded: boolean
  /** What the cluster takes on the disk, without its log. */
  cluster_bytes: number
  files: Record<string, { bytes: number; sha256: string }>
}

export const archiveFile = 'base.tar.gz'
export const manifestFile = 'backup_manifest'
export const recordFile = 'backup.json'
export const secretFile = 'secret'
export const walFolder = 'wal'

/** PostgreSQL tells the version of its files by this number alone. */
export const majorOf = ({ postgres }: Pick<StoredBackup, 'postgres'>): number => Number.parseInt(postgres, 10)

const nameShape = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/

/** Sorts as time does, and is a name of a folder everywhere. */
export const nameAt = (at: Date): string => at.toISOString().replaceAll(/[:.]/g, '-')

/** Those that are whole, oldest first: what is being made has another name. */
export async function listBackups(folder: string): Promise<StoredBackup[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => nameShape.test(name)).sort()
  return await Promise.all(names.map((name) => readBackup(folder, name)))
}

export async function readBackup(folder: string, name: string): Promise<StoredBackup> {
  const file = join(folder, name, recordFile)
  const text = await readFile(file, 'utf8').catch(() => {
    throw new StartRefused(
      `There is no backup ${name} in ${folder}. malipo backup list tells those that are there.`,
    )
  })
  try {
    return { ...(JSON.parse(text) as StoredBackup), name }
  } catch {
    throw new StartRefused(`${file} is damaged. Take another backup: malipo backup`)
  }
}

/** The named one, or the newest; for a point in time the newest that was whole by then. */
export async function chooseBackup(
  folder: string,
  { name, to }: { name?: string | undefined; to?: Date | undefined },
): Promise<StoredBackup> {
  if (name !== undefined) return await readBackup(folder, name)
  const all = await listBackups(folder)
  const fitting = all.filter((backup) => to === undefined || new Date(backup.ended_at) <= to)
  const newest = fitting.at(-1)
  if (newest !== undefined) return newest
  throw new StartRefused(
    all.length === 0
      ? `There is no backup in ${folder}. Take one: malipo backup`
      : `The oldest backup ended at ${all[0]?.ended_at}: there is no way back to a point before it.`,
  )
}

export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}
