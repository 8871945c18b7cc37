import { access, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  connectDatabase,
  type EmbeddedCluster,
  openEmbeddedCluster,
  ownMajor,
  type PostgresPrograms,
} from '../database/database.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import { lsnAsText, lsnFromText } from './place-in-wal.ts'
import { type RestoreWishes, recoverySettings } from './restore-backup.ts'
import { majorOf } from './stored-backup.ts'
import { lastOwed } from './wal-archive.ts'

/**
 * Starts a cluster that was laid out under a folder and has it follow the log to its end or the point in time. It answers to us alone:
 * no port, nothing archived, nobody waited for, whatever the settings say that came with it.
 */
export async function startRestored(
  dataDir: string,
  { folder, backup, to, withoutWal, programs }: RestoreWishes & { programs: string | undefined },
): Promise<EmbeddedCluster> {
  const cluster = join(dataDir, 'postgres')
  const hba = join(cluster, 'malipo_restored_hba.conf')
  await writeFile(hba, 'local all all trust\n', { mode: 0o644 })
  // Debian keeps it elsewhere, but PostgreSQL wants one.
  await writeFile(join(cluster, 'postgresql.conf'), '', { flag: 'wx' }).catch(() => {})
  const settings = {
    ...recoverySettings(to),
    hba_file: hba,
    // Nobody is let in before it is where it should be.
    hot_standby: 'off',
    archive_mode: 'off',
    ssl: 'off',
    shared_preload_libraries: '',
    synchronous_standby_names: '',
  }
  const found = await findPrograms(majorOf(backup), programs)
  try {
    const wishes = { dataDir, log: () => {}, settings, ...(found && { programs: found }) }
    const started = await openEmbeddedCluster(wishes)
    const close = () => started.close().finally(() => rm(hba, { force: true }))
    const owed = to === undefined && !withoutWal ? await lastOwed(folder, backup) : 0n
    await refuseShort(started, owed).catch(async (error) => {
      await close()
      throw error
    })
    return { ...started, close }
  } catch (error) {
    throw await told(error, to, join(dataDir, 'postgres.log'))
  }
}

/** Whatever made PostgreSQL stop early, it says nothing of what it has left out. */
async function refuseShort(cluster: EmbeddedCluster, owed: bigint): Promise<void> {
  const sql = connectDatabase({
    url: cluster.url('postgres'),
    poolSize: 1,
    applicationName: 'malipo restore',
  })
  const [row] = await sql<{ lsn: string }[]>`select pg_current_wal_lsn()::text as lsn`.finally(() =>
    sql.end(),
  )
  if (row !== undefined && lsnFromText(row.lsn) >= owed) return
  throw new StartRefused(
    `PostgreSQL followed the log only to ${row?.lsn}, though it is archived beyond ${lsnAsText(owed)}. ` +
      'A segment between them may be damaged: name a point in time with --to, or use a later backup.',
  )
}

/** When the last transaction was committed that was restored; undefined where the log after the backup has none. */
export async function lastReplayed(cluster: EmbeddedCluster): Promise<Date | undefined> {
  const sql = connectDatabase({
    url: cluster.url('postgres'),
    poolSize: 1,
    applicationName: 'malipo restore',
  })
  const [row] = await sql<{ at: Date | null }[]>`select pg_last_xact_replay_timestamp() as at`.finally(() =>
    sql.end(),
  )
  return row?.at ?? undefined
}

/** The last word of a server that ends may be to somebody who knocked meanwhile; the reason stands further up. */
async function told(error: unknown, to: Date | undefined, logFile: string): Promise<unknown> {
  const log = await readFile(logFile, 'utf8').catch(() => '')
  if (to !== undefined && log.includes('before configured recovery target was reached'))
    return new StartRefused(
      `The archived log ends before ${to.toISOString()}, so that point cannot be reached. Leave --to out for all that there is.`,
    )
  return error
}

/** Undefined for the PostgreSQL that npm brings. */
async function findPrograms(
  major: number,
  folder: string | undefined,
): Promise<PostgresPrograms | undefined> {
  if (folder === undefined && major === ownMajor) return undefined
  const bin = folder ?? `/usr/lib/postgresql/${major}/bin`
  const programs = { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), major }
  await access(programs.postgres).catch(() => {
    throw new StartRefused(
      `The backup is of PostgreSQL ${major}, whose programs are not in ${bin}: install them, or name their folder with --postgres.`,
    )
  })
  return programs
}
