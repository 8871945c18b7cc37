import assert from 'node:assert/strict'
import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type EmbeddedCluster, openEmbeddedCluster } from '../../src/database/database.ts'
import { malipo, startProcess, temporaryFolder } from '../run-service.ts'
import { password } from '../service.ts'
import { ask, until } from '../test-clusters.ts'

export type BackupStage = Awaited<ReturnType<typeof openBackupStage>>

/** An installation of the kind that `npm start` makes, with the operator's command and a folder for its backups. */
export async function openBackupStage(more: Record<string, string> = {}) {
  const folder = await temporaryFolder()
  const place = (name: string) => join(folder.path, name)
  const environment: Record<string, string> = {
    DATA_DIR: place('data'),
    BACKUP_DIR: place('backups'),
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    NODE_COMPILE_CACHE: 'node_modules/.cache/malipo',
    ...more,
  }
  const run = (words: string[], changed: Record<string, string> = {}) =>
    malipo(words, { ...environment, ...changed })
  async function operate(...words: string[]): Promise<Record<string, unknown>> {
    const { code, output } = await run([...words, '--json'])
    assert.equal(code, 0, output)
    return JSON.parse(output) as Record<string, unknown>
  }
  const owner = ['--email', 'owner@duka.test', '--password', password]
  const merchant = await operate(
    ...['merchant', 'create', '--name', 'Duka', ...owner, '--verified', '--balance', '1000000.00'],
  )
  const following: ReturnType<typeof startProcess>[] = []
  const opened: EmbeddedCluster[] = []
  /** The server under a data folder, for as long as the stage stands. */
  async function server(dataDir = place('data')): Promise<EmbeddedCluster> {
    const cluster = await openEmbeddedCluster({ dataDir, log: () => {} })
    opened.push(cluster)
    return cluster
  }
  return {
    place,
    environment,
    run,
    operate,
    server,
    merchantId: String(merchant.merchant_id),
    key: String(merchant.live_api_key),
    admin: (email: string) => operate('admin', 'create', '--email', email, '--password', password),
    async follow() {
      const process = startProcess({ command: ['server/src/malipo.ts', 'backup', 'wal'], environment })
      following.push(process)
      await until(() => process.output().includes('Following the log'))
      return process
    },
    /** Until all that is written by now has been received and is on the disk. */
    async untilArchived(cluster: Pick<EmbeddedCluster, 'url'>): Promise<void> {
      const [now] = await ask(cluster, 'select pg_current_wal_flush_lsn()::text as lsn')
      const isThere = `select restart_lsn >= '${now?.lsn}' as there from pg_replication_slots where slot_name = 'malipo_backup'`
      await until(async () => (await ask(cluster, isThere))[0]?.there === true)
    },
    /** A copy of all backups, to be damaged. */
    async copyOfBackups(name: string): Promise<string> {
      await cp(place('backups'), place(name), { recursive: true })
      return place(name)
    },
    names: async (folderOf = 'backups') =>
      (await readdir(place(folderOf))).filter((name) => /^\d{4}-/.test(name)).sort(),
    async close(): Promise<void> {
      for (const { child, exit } of following) {
        child.kill('SIGKILL')
        await exit
      }
      for (const cluster of opened) await cluster.close()
      await folder.remove()
    },
  }
}
