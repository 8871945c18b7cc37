import { createReadStream } from 'node:fs'
import {
  appendFile,
  copyFile,
  type FileHandle,
  mkdir,
  open,
  readdir,
  rename,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../primitives/make-folder.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import { restoreSettings } from '../providers/providers.ts'
import { inScratch, takeAwayLeft } from './scratch.ts'
import { archiveFile, type StoredBackup, secretFile, syncPath } from './stored-backup.ts'
import { readTar } from './tar-entries.ts'
import { unpacked, verifyBackup } from './verify-backup.ts'
import { layOutLog } from './wal-archive.ts'

export type RestoreWishes = {
  folder: string
  backup: StoredBackup
  to: Date | undefined
  /** Only what the backup itself brings. */
  withoutWal: boolean
}

/** A cluster as the backup has it, with the log beside it and told how far to follow it; PostgreSQL does the rest when it starts. */
export async function layOutCluster(wishes: RestoreWishes, cluster: string): Promise<{ segments: number }> {
  const { folder, backup, to } = wishes
  await verifyBackup(join(folder, backup.name), backup)
  await mkdir(cluster, { recursive: true, mode: 0o700 })
  await extract(join(folder, backup.name, archiveFile), cluster)
  const segments = wishes.withoutWal ? 0 : await layOutLog(folder, backup, join(cluster, 'pg_wal'), to)
  await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600 })
  return { segments }
}

/** For `-c` or a file of settings: everything is beside the cluster already, so nothing is fetched. */
export function recoverySettings(to: Date | undefined): Record<string, string> {
  return {
    restore_command: 'false',
    recovery_target_timeline: 'latest',
    recovery_target_action: 'promote',
    recovery_target_inclusive: 'on',
    // A cluster that was restored before still has the point of that time in its settings.
    recovery_target: '',
    recovery_target_lsn: '',
    recovery_target_name: '',
    recovery_target_xid: '',
    recovery_target_time: to === undefined ? '' : to.toISOString().replace('T', ' ').replace('Z', '+00'),
    recovery_min_apply_delay: '0',
    recovery_end_command: '',
  }
}

/** For whoever starts the server themselves. */
export const writeRecoverySettings = (cluster: string, to: Date | undefined): Promise<void> =>
  writeSettings(cluster, recoverySettings(to))

/** Whoever serves what was restored sees by it that providers know more than the rows, and keeps payouts back. */
export const markRestored = (cluster: string, at: Date, point: Date | undefined): Promise<void> =>
  writeSettings(cluster, {
    [restoreSettings.mark]: at.toISOString(),
    [restoreSettings.point]: point?.toISOString() ?? '',
  })

async function writeSettings(cluster: string, settings: Record<string, string>): Promise<void> {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
  await appendFile(join(cluster, 'postgresql.auto.conf'), lines.join(''))
}

export async function restoreSecret({ folder, backup }: RestoreWishes, dataDir: string): Promise<boolean> {
  if (!(secretFile in backup.files)) return false
  await copyFile(join(folder, backup.name, secretFile), join(dataDir, secretFile))
  return true
}

/** Made beside its place, and there only when it is whole. */
export async function intoEmptyPlace<Result>(
  place: string,
  work: (unfinished: string) => Promise<Result>,
): Promise<Result> {
  const there = await readdir(place).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new StartRefused(`${place} is no folder to restore into (${error.message}).`)
  })
  if (there.length > 0)
    throw new StartRefused(
      `${place} is not empty, and nothing is written over. Name an empty folder, or a new one.`,
    )
  const prefix = `${place.replace(/\/+$/, '')}.restoring-`
  await takeAwayLeft(prefix)
  const unfinished = `${prefix}${process.pid}`
  await makeFolder(unfinished, 0o700).catch((error: Error) => {
    throw new StartRefused(`${place} is no folder to restore into (${error.message}).`)
  })
  return await inScratch(unfinished, async () => {
    const result = await work(unfinished)
    await rename(unfinished, place).catch((error: Error) => {
      throw new StartRefused(
        `Cannot put the restored files at ${place} (${error.message}): name a new folder.`,
      )
    })
    await syncPath(dirname(place))
    return result
  })
}

async function extract(archive: string, cluster: string): Promise<void> {
  let file: FileHandle | undefined
  await readTar(unpacked(createReadStream(archive, { highWaterMark: 1 << 20 })), {
    begin: async ({ name, kind, target }) => {
      if (name.startsWith('/') || name.split('/').includes('..'))
        throw new Error(`${name} leads out of the folder`)
      const path = join(cluster, name)
      if (kind === 'folder') await mkdir(path, { recursive: true, mode: 0o700 })
      else if (kind === 'link') await symlink(target, path)
      else file = await open(path, 'wx', 0o600)
    },
    content: async (bytes) => {
      await file?.writeFile(bytes)
    },
    end: async () => {
      await file?.close()
      file = undefined
    },
  })
}
