import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, systemClock } from '../primitives/clock.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import { lockWaitMs } from './apply-in-turns.ts'
import { applyMigration } from './apply-migration.ts'
import { connectDatabase, type Database } from './connect-database.ts'
import { fileNameOf, type Migration, migrationsFolder, readMigrations } from './read-migrations.ts'

export type MigrationWishes = { url: string; folder?: string; clock?: Clock; waitMs?: number }

// Any number that nobody else in this database uses.
const migrationLock = 7_245_002

/** How long somebody else's migration, or somebody else's lock, is waited for. */
const patienceMs = 300_000

/** Brings the database to the newest version and tells which migrations it applied. Instances take turns. */
export async function migrate(wishes: MigrationWishes): Promise<string[]> {
  const migrations = await readMigrations(wishes.folder ?? migrationsFolder)
  const ours = { url: wishes.url, poolSize: 1, applicationName: 'malipo migrate' }
  const sql = connectDatabase({ ...ours, statementTimeoutMs: 0, lockTimeoutMs: lockWaitMs })
  const watcher = connectDatabase(ours)
  try {
    await waitForTurn(sql, wishes.waitMs ?? patienceMs)
    await keepRecord(sql)
    const due = dueMigrations(migrations, await appliedMigrations(sql))
    const { clock = systemClock, waitMs = patienceMs } = wishes
    for (const migration of due) await applyMigration(sql, migration, { clock, waitMs, watcher })
    return due.map(({ version, title }) => fileNameOf(version, title))
  } finally {
    await Promise.all([sql, watcher].map((one) => one.end({ timeout: 5 })))
  }
}

/** Whether at least what this code needs is applied, and nothing that it cannot run with: for `/readyz`. */
export async function migrationsSuffice(sql: Database, folder = migrationsFolder): Promise<boolean> {
  const migrations = await readMigrations(folder)
  const applied = await appliedMigrations(sql)
  const same = migrations.every(({ checksum }, position) => applied[position]?.checksum === checksum)
  return same && applied.every(({ oldest_code }) => oldest_code <= migrations.length)
}

type Applied = { version: number; title: string; checksum: string; oldest_code: number }

async function appliedMigrations(sql: Database): Promise<Applied[]> {
  return await sql<Applied[]>`
    select version, title, checksum, oldest_code from schema_migrations order by version`
}

/** Databases of before do not say which code may run with what. */
async function keepRecord(sql: Database): Promise<void> {
  await sql`create table if not exists schema_migrations (version int primary key, title text not null,
    checksum text not null, applied_at timestamptz not null, oldest_code int not null default 0)`
  const known = await sql`
    select 1 from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'oldest_code'`
  if (known.length === 0)
    await sql`alter table schema_migrations add column oldest_code int not null default 0`
}

function dueMigrations(migrations: Migration[], applied: Applied[]): Migration[] {
  const newest = migrations.length
  for (const [position, { version, title, checksum, oldest_code }] of applied.entries()) {
    const name = fileNameOf(version, title)
    if (oldest_code > newest) {
      throw new StartRefused(
        `The database has migration ${name}, with which this version cannot run: run the newer one.`,
      )
    }
    // Made by a newer version that runs beside us, or ran: what it added is in nobody's way.
    if (version > newest) continue
    if (version !== position + 1) {
      throw new StartRefused(`The database lacks a migration before ${name}: restore it from a backup.`)
    }
    const file = migrations[position]
    if (file?.title !== title) {
      throw new StartRefused(
        `Migration ${name} is applied but its file is missing: put it back under that name.`,
      )
    }
    if (file.checksum !== checksum) {
      throw new StartRefused(
        `Migration ${name} was edited after it was applied: restore it and add a new one.`,
      )
    }
  }
  return migrations.slice(applied.length)
}

/** The lock belongs to the connection, so a killed instance never keeps the others out. */
async function waitForTurn(sql: Database, waitMs: number): Promise<void> {
  const deadline = performance.now() + waitMs
  for (;;) {
    const [row] = await sql`select pg_try_advisory_lock(${migrationLock}) as ours`
    if (row?.ours === true) return
    if (performance.now() > deadline) {
      throw new StartRefused(
        'Another instance has been migrating the database for too long: look at its log.',
      )
    }
    await sleep(50)
  }
}
