import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefused } from '../primitives/start-refused.ts'
import { connectDatabase, type Database } from './connect-database.ts'
import { isDatabaseAway, isHopeless } from './database-away.ts'
import { describeUrl, urlsOfHosts } from './database-url.ts'
import { type EmbeddedCluster, openEmbeddedCluster } from './embedded/embedded-cluster.ts'
import { findServer, type Server } from './find-server.ts'
import { migrate } from './migrate.ts'
import type { Place } from './pool-options.ts'
import { refuseUnfitDatabase } from './refuse-unfit-database.ts'

export type DatabaseWishes = {
  /** Absent: PostgreSQL of our own, under `dataDir`. May name several hosts, of which one takes writes. */
  databaseUrl?: string | undefined
  /** Where the server itself is when a pooler is in front of it. */
  directUrl?: string | undefined
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
  place: Place
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

async function openAt(given: string, wishes: DatabaseWishes): Promise<OpenDatabase> {
  const { poolSize, mostWaiting, applicationName, statementTimeoutMs, directUrl } = wishes
  const urls = hostsOf(given, 'DATABASE_URL')
  const { url, pooler } = await reach(urls, 'DATABASE_URL', wishes)
  const direct = directUrl
    ? await reach(hostsOf(directUrl, 'DATABASE_DIRECT_URL'), 'DATABASE_DIRECT_URL', wishes)
    : { url, pooler }
  refuseWithoutSessions(direct, directUrl !== undefined)
  if (pooler && !pooler.keepsNames) wishes.log(namesAreLost)
  const place = { url, otherUrls: urls.filter((other) => other !== url), pooler }
  const sql = connectDatabase({
    ...place,
    poolSize,
    applicationName,
    ...(mostWaiting !== undefined && { mostWaiting }),
    ...(statementTimeoutMs !== undefined && { statementTimeoutMs }),
  })
  try {
    if (directUrl !== undefined) await refuseTwoDatabases(sql, direct.url)
    await refuseUnfitDatabase(sql)
    const folder = wishes.migrationsFolder
    const applied = await migrate(folder === undefined ? { url: direct.url } : { url: direct.url, folder })
    for (const name of applied) wishes.log(`Applied migration ${name}`)
  } catch (error) {
    await sql.end({ timeout: 1 })
    throw error
  }
  return { sql, place, describe: describeUrl(url), close: () => sql.end({ timeout: 5 }) }
}

const namesAreLost =
  'The pooler does not keep the names of prepared statements, so that each is planned whenever it runs: ' +
  'PgBouncer 1.21 or later with max_prepared_statements does.'

function hostsOf(given: string, name: string): string[] {
  const urls = urlsOfHosts(given)
  if (!/^postgres(ql)?:\/\//.test(given) || !urls.every((url) => URL.canParse(url))) {
    throw new StartRefused(`${name} must look like postgres://user:password@host:5432/database.`)
  }
  const wanted = new URL(urls[0] ?? '').searchParams.get('target_session_attrs') ?? 'read-write'
  if (wanted === 'read-write' || wanted === 'primary' || wanted === 'any') return urls
  throw new StartRefused(`${name} asks for target_session_attrs=${wanted}: payments need read-write.`)
}

async function reach(urls: string[], name: string, wishes: DatabaseWishes): Promise<Server> {
  const deadline = performance.now() + (wishes.patienceMs ?? 20_000)
  const place = urls.map(describeUrl).join(' or ')
  for (let attempt = 1; ; attempt++) {
    try {
      return await findServer(urls)
    } catch (error) {
      if (error instanceof StartRefused) throw error
      const reason = error instanceof Error ? error.message : String(error)
      if (!isDatabaseAway(error) || isHopeless(error) || performance.now() > deadline) {
        throw new StartRefused(`Cannot use the ${place}: ${reason}. Check ${name}.`, { cause: error })
      }
      if (attempt === 1) wishes.log(`Waiting for the ${place}: ${reason}`)
      await sleep(250)
    }
  }
}

/** Who migrates holds a lock for as long as their session lives, and a pooler's sessions live on with others. */
function refuseWithoutSessions({ pooler }: Server, isGiven: boolean): void {
  if (pooler === undefined) return
  throw new StartRefused(
    isGiven
      ? 'DATABASE_DIRECT_URL leads to a pooler: point it to the PostgreSQL server itself.'
      : 'DATABASE_URL leads to a pooler: set DATABASE_DIRECT_URL to the PostgreSQL server itself, for migrations.',
  )
}

/** A lock taken through one address is seen through the other, if both lead to the same database. */
async function refuseTwoDatabases(sql: Database, directUrl: string): Promise<void> {
  const direct = connectDatabase({ url: directUrl, poolSize: 1, applicationName: 'malipo setup' })
  const key = randomBytes(4).readInt32BE()
  try {
    const seen = await direct.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${placeLock}, ${key})`
      return await sql`
        select 1 from pg_locks join pg_database d on d.oid = database
        where locktype = 'advisory' and classid = ${placeLock}::bigint and datname = current_database()
          and objid = (${key}::bigint & 4294967295)`
    })
    if (seen.length === 0)
      throw new StartRefused('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.')
  } finally {
    await direct.end({ timeout: 5 })
  }
}

// Any number that nobody else in this database uses.
const placeLock = 7_245_005

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
