import { join } from 'node:path'
import { type Command, flag, Misuse, needed, type Options, text } from '../operator/operator.ts'
import { systemClock } from '../primitives/clock.ts'
import { followWal } from './follow-wal.ts'
import { keepNewest } from './keep-newest.ts'
import { findSecret, openSource } from './open-source.ts'
import { restoreCommands } from './restore-commands.ts'
import { chooseBackup, listBackups } from './stored-backup.ts'
import { takeBackup } from './take-backup.ts'
import { megabytes, tellBackups } from './tell-backup.ts'
import { verifyBackup } from './verify-backup.ts'
import { listSegments } from './wal-archive.ts'

export const backupCommands: Record<string, Command> = {
  backup: {
    usage: '[--keep 7]',
    purpose: 'copy the database, and what belongs to it, into BACKUP_DIR while it goes on',
    options: { keep: text },
    async runAlone(options, config) {
      const keep = options.keep === undefined ? undefined : keptFrom(options)
      const source = await openSource(config)
      try {
        const { url, isEmbedded } = source
        const secretPath = await findSecret(config)
        const folder = config.backupDir
        const backup = await takeBackup({ url, folder, secretPath, isEmbedded, clock: systemClock })
        const { removed, kept } = await keepNewest(folder, keep ?? Number.POSITIVE_INFINITY)
        const segments = (await listSegments(folder, backup.wal_segment_bytes)).length
        const bytes = Object.values(backup.files).reduce((sum, file) => sum + file.bytes, 0)
        const line = [
          `Backup ${backup.name}: PostgreSQL ${backup.postgres}, ${megabytes(backup.cluster_bytes)} in ${megabytes(bytes)}, up to ${backup.end_lsn}, verified`,
          `${kept} kept, ${removed} removed`,
          ...(segments === 0
            ? ['no log is archived: run malipo backup wal to reach points in time after it']
            : []),
        ]
        return { shown: { ...backup, removed, kept }, text: line.join('; ') }
      } finally {
        await source.close()
      }
    },
  },
  'backup list': {
    usage: '',
    purpose: 'which backups there are, oldest first',
    options: {},
    async runAlone(_options, { backupDir }) {
      const backups = await listBackups(backupDir)
      return { shown: { backups }, text: tellBackups(backups) }
    },
  },
  'backup verify': {
    usage: '[--backup NAME]',
    purpose: 'read a backup again, the newest unless another is named; exit 0 only if every byte is there',
    options: { backup: text },
    async runAlone(options, { backupDir }) {
      const name = options.backup === undefined ? undefined : needed(options, 'backup')
      const backup = await chooseBackup(backupDir, { name })
      await verifyBackup(join(backupDir, backup.name), backup)
      return { shown: { backup: backup.name, holds: true }, text: `Backup ${backup.name} is whole` }
    },
  },
  'backup wal': {
    usage: '[--skip-gap]',
    purpose:
      'receive the log of the database into BACKUP_DIR for as long as it runs; needed for points in time',
    options: { 'skip-gap': flag },
    async runAlone(options, config) {
      const stop = new AbortController()
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => stop.abort())
      const source = await openSource(config)
      try {
        await followWal({
          url: source.url,
          folder: config.backupDir,
          signal: stop.signal,
          log: (line) => console.error(line),
          skipsGap: options['skip-gap'] === true,
        })
      } finally {
        await source.close()
      }
      return { shown: { stopped: true }, text: 'Stopped' }
    },
  },
  ...restoreCommands,
}

function keptFrom(options: Options): number {
  const value = needed(options, 'keep')
  if (/^[1-9]\d{0,3}$/.test(value)) return Number(value)
  throw new Misuse('--keep must be a whole number from 1 to 9999.')
}
