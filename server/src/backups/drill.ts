import { join } from 'node:path'
import { checkBooks, type Finding } from '../books/books.ts'
import type { Config } from '../config.ts'
import { connectDatabase, socketOfUrl, urlOfDatabase } from '../database/database.ts'
import { openInstallation } from '../installation.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import { type Comparison, compareClusters } from './compare-clusters.ts'
import type { Source } from './open-source.ts'
import { layOutCluster, type RestoreWishes, restoreSecret } from './restore-backup.ts'
import { inScratch, takeAwayLeft, unfinishedPrefix } from './scratch.ts'
import { startRestored } from './start-restored.ts'

export type Drilled = {
  segments: number
  seconds: number
  comparison: Comparison
  books: Finding[]
}

/** Restores into a cluster of its own, looks whether it is what the original had, and takes it away again. */
export async function drill(
  wishes: RestoreWishes & { programs: string | undefined },
  { database, close }: Pick<Source, 'database' | 'close'>,
  config: Config,
): Promise<Drilled> {
  const { folder, backup } = wishes
  const originalUrl = await database()
  await refuseOtherOriginal(originalUrl, backup.system_identifier)
  await takeAwayLeft(join(folder, unfinishedPrefix))
  const began = performance.now()
  const scratch = join(folder, `${unfinishedPrefix}${process.pid}-drill`)
  async function restoreAndCompare(): Promise<Drilled> {
    const { segments } = await layOutCluster(wishes, join(scratch, 'postgres'))
    const hasSecret = await restoreSecret(wishes, scratch)
    const cluster = await startRestored(scratch, wishes)
    try {
      const seconds = Math.round((performance.now() - began) / 1_000)
      const url = urlBeside(originalUrl, cluster.url('postgres'))
      await refuseOtherSchema(originalUrl, url)
      const comparison = await compareClusters(originalUrl, url)
      const books = await checkRestored({
        ...config,
        databaseUrl: url,
        dataDir: hasSecret ? scratch : config.dataDir,
      })
      return { segments, seconds, comparison, books }
    } finally {
      await cluster.close()
    }
  }
  return await inScratch(scratch, restoreAndCompare, close)
}

/** The same role and database at the restored server, which believes whoever reaches its socket. */
function urlBeside(original: string, restored: string): string {
  const socket = socketOfUrl(original)
  const { username, pathname } = new URL(original)
  const user = socket?.user ?? decodeURIComponent(username)
  const database = socket?.database ?? decodeURIComponent(pathname.slice(1))
  return urlOfDatabase(restored, database || user, user)
}

async function checkRestored(config: Config): Promise<Finding[]> {
  const installation = await openInstallation(
    { ...config, databaseDirectUrl: undefined, readReplicaUrl: undefined },
    { applicationName: 'malipo backup drill', log: () => {}, statementTimeoutMs: 0 },
  )
  return await checkBooks(installation.world).finally(() => installation.close())
}

async function refuseOtherOriginal(url: string, identifier: string): Promise<void> {
  const found = await askOne(url, 'select system_identifier::text as answer from pg_control_system()')
  if (found === identifier) return
  throw new StartRefused(
    'The backup is of another cluster than the database that is used now, so there is nothing to compare it with. ' +
      'Take a backup of this one: malipo backup',
  )
}

/** Rows of one version of the tables cannot be held against those of another. */
async function refuseOtherSchema(original: string, restored: string): Promise<void> {
  const question = 'select count(*)::text as answer from schema_migrations'
  const [ours, theirs] = [await askOne(original, question), await askOne(restored, question)]
  if (ours === theirs) return
  throw new StartRefused(
    `The backup has ${theirs} migrations and the database ${ours}: it was taken before the last new version. Take another one: malipo backup`,
  )
}

async function askOne(url: string, question: string): Promise<string> {
  const sql = connectDatabase({ url, poolSize: 1, applicationName: 'malipo backup drill' })
  const [row] = await sql.unsafe(question).finally(() => sql.end())
  return String(row?.answer)
}
