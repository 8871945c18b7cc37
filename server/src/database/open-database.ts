import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefused } from '../primitives/start-refused.ts'
import { connectDatabase, type Database } from './connect-database.ts'
import { DatabaseAway, isDatabaseAway } from './database-away.ts'
import { describeUrl } from './database-url.ts'
import { type EmbeddedCluster, openEmbeddedCluster } from './embedded/embedded-cluster.ts'
import { migrate } from './migrate.ts'
import { refuseUnfitDatabase } from './refuse-unfit-database.ts'

export type DatabaseWishes = {
  /** Absent: PostgreSQL of our own, under `dataDir`. */
  databaseUrl?: string | undefined
  dataDir: string
  poolSize: number
  mostWaiting?: number
  applicationName: string
  log: (line: string) => void
  /** Zero for what may take as long as it takes, such as checking all books. */
  statementTimeoutMs?: number
  migrationsFolder?: string
  /** How long a database that is still starting is waited for. */
  patienceMs?: number
}

export type OpenDatabase = {
  sql: Database
  url: string
  /** For the start's log line; holds no password. */
  describe: string
  close(): Promise<void>
}

/** A database that is reachable, fit for money, ours, and migrated; or a `StartRefused` that says what to do. */
export async function openDatabase(wishes: DatabaseWishes): Promise<OpenDatabase> {
  if (wishes.databaseUrl !== undefined) return await openAt(wishes.databaseUrl, wishes)
  const cluster = await openEmbeddedCluster({ dataDir: wishes.dataDir, log: wishes.log })
  try {
    const url = await ensureOwnDatabase(cluster)
    const opened = await openAt(url, wishes)
    return {
      ...opened,
      describe: `embedded PostgreSQL, ${opened.describe}`,
      close: async () => {
        await opened.close()
        await cluster.close()
      },
    }
  } catch (error) {
    await cluster.close()
    throw error
  }
}

async function openAt(url: string, wishes: DatabaseWishes): Promise<OpenDatabase> {
  const { poolSize, mostWaiting, applicationName, statementTimeoutMs } = wishes
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new StartRefused('DATABASE_URL must look like postgres://user:password@host:5432/database.')
  }
  const sql = connectDatabase({
    url,
    poolSize,
    applicationName,
    ...(mostWaiting !== undefined && { mostWaiting }),
    ...(statementTimeoutMs !== undefined && { statementTimeoutMs }),
  })
  try {
    await waitUntilReachable(sql, url, wishes)
    await refuseUnfitDatabase(sql)
    const folder = wishes.migrationsFolder
    const applied = await migrate(folder === undefined ? { url } : { url, folder })
    for (const name of applied) wishes.log(`Applied migration ${name}`)
  } catch (error) {
    await sql.end({ timeout: 1 })
    throw error
  }
  return { sql, url, describe: describeUrl(url), close: () => sql.end({ timeout: 5 }) }
}

async function waitUntilReachable(sql: Database, url: string, wishes: DatabaseWishes): Promise<void> {
  const deadline = performance.now() + (wishes.patienceMs ?? 20_000)
  for (let attempt = 1; ; attempt++) {
    try {
      await sql`select 1`
      return
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (!isDatabaseAway(error) || isHopeless(error) || performance.now() > deadline) {
        throw new StartRefused(`Cannot use the ${describeUrl(url)}: ${reason}. Check DATABASE_URL.`, {
          cause: error,
        })
      }
      if (attempt === 1) wishes.log(`Waiting for the ${describeUrl(url)}: ${reason}`)
      await sleep(250)
    }
  }
}

/** No waiting makes a wrong password right or a missing database appear. */
function isHopeless(error: unknown): boolean {
  const told = error instanceof DatabaseAway ? error.cause : error
  return told instanceof Error && 'code' in told && /^(28|3D)\w{3}$/.test(String(told.code))
}

// Duplicate role, duplicate database, and what a rival in the same millisecond causes.
const alreadyThere = new Set(['42710', '42P04', '23505'])

/** The database `malipo` of our own cluster, and its owner: no superuser, as on any server that others run. */
async function ensureOwnDatabase(cluster: EmbeddedCluster): Promise<string> {
  const sql = connectDatabase({ url: cluster.url('postgres'), poolSize: 1, applicationName: 'malipo setup' })
  async function ensure(statement: string): Promise<void> {
    await sql.unsafe(statement).catch((error: { code?: string }) => {
      if (!alreadyThere.has(error.code ?? '')) throw error
    })
  }
  try {
    const found = await sql`select 1 from pg_database where datname = 'malipo'`
    if (found.length === 0) {
      await ensure('create role malipo login')
      await ensure('create database malipo owner malipo')
    }
  } finally {
    await sql.end({ timeout: 5 })
  }
  return cluster.url('malipo', 'malipo')
}
