import { createHash } from 'node:crypto'
import {
  connectDatabase,
  type Database,
  migrate,
  migrationsFolder,
  readMigrations,
  urlOfDatabase,
} from '../src/database/database.ts'

export const testDatabasePrefix = 'malipo_test_'
const templatePrefix = 'malipo_template_'
// Test files run side by side: one builds, the others wait.
const templateLock = 7_245_003

const prepared = new Map<string, Promise<string>>()

/** The name of a migrated database to clone. It holds a hash of the migrations, so changed ones make a new template. */
export function prepareTemplate(clusterUrl: string, folder = migrationsFolder): Promise<string> {
  const key = `${clusterUrl} ${folder}`
  const found = prepared.get(key) ?? buildTemplate(clusterUrl, folder)
  prepared.set(key, found)
  return found
}

async function buildTemplate(clusterUrl: string, folder: string): Promise<string> {
  const migrations = await readMigrations(folder)
  const hash = createHash('sha256')
  for (const { version, checksum } of migrations) hash.update(`${version} ${checksum}\n`)
  const name = `${templatePrefix}${hash.digest('hex').slice(0, 12)}`
  const sql = connectDatabase({
    url: clusterUrl,
    poolSize: 1,
    applicationName: 'template',
    statementTimeoutMs: 60_000,
    lockTimeoutMs: 60_000,
  })
  try {
    await sql`select pg_advisory_lock(${templateLock})`
    const known = await sql`select 1 from pg_database where datname = ${name}`
    if (known.length === 0) await build(sql, { clusterUrl, name, folder })
    return name
  } finally {
    await sql.end({ timeout: 5 })
  }
}

type Building = { clusterUrl: string; name: string; folder: string }

/** Built under another name and renamed, so that a killed build is never taken for a template. */
async function build(sql: Database, { clusterUrl, name, folder }: Building): Promise<void> {
  await sql.unsafe('do $$ begin create role malipo login; exception when duplicate_object then null; end $$')
  // Runs with other migrations may be going on beside this one, so the last few templates stay.
  const stale = await sql<{ datname: string }[]>`
    select datname from pg_database where starts_with(datname, ${templatePrefix}) order by oid desc offset 3`
  for (const { datname } of stale) await sql.unsafe(`drop database if exists ${datname} with (force)`)
  await sql.unsafe(`drop database if exists ${name}_unfinished with (force)`)
  await sql.unsafe(`create database ${name}_unfinished owner malipo`)
  await migrate({ url: urlOfDatabase(clusterUrl, `${name}_unfinished`, 'malipo'), folder })
  await sql.unsafe(`alter database ${name}_unfinished rename to ${name}`)
}

/** Databases of test processes that were killed; their names hold the pid. */
export async function removeAbandoned(clusterUrl: string): Promise<void> {
  const sql = connectDatabase({
    url: clusterUrl,
    poolSize: 1,
    applicationName: 'template',
    // To drop a database, all others are written to the disk first.
    statementTimeoutMs: 120_000,
  })
  try {
    const left = await sql<{ datname: string }[]>`
      select datname from pg_database where starts_with(datname, ${testDatabasePrefix})`
    for (const { datname } of left) {
      const pid = Number(datname.slice(testDatabasePrefix.length).split('_')[0])
      if (!isAlive(pid)) await sql.unsafe(`drop database if exists ${datname} with (force)`)
    }
  } finally {
    await sql.end({ timeout: 5 })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
