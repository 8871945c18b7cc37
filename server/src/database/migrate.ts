import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, systemClock } from '../primitives/clock.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import { connectDatabase, type Database } from './connect-database.ts'
import { fileNameOf, type Migration, migrationsFolder, readMigrations } from './read-migrations.ts'

export type MigrationWishes = { url: string; folder?: string; clock?: Clock; waitMs?: number }

// Any number that nobody else in this database uses.
const migrationLock = 7_245_002

/** Brings the database to the newest version and tells which migrations it applied. Instances take turns. */
export async function migrate(wishes: MigrationWishes): Promise<string[]> {
  const migrations = await readMigrations(wishes.folder ?? migrationsFolder)
  const sql = connectDatabase({
    url: wishes.url,
    poolSize: 1,
    applicationName: 'malipo migrate',
    statementTimeoutMs: 0,
    lockTimeoutMs: 60_000,
  })
  try {
    await waitForTurn(sql, wishes.waitMs ?? 300_000)
    await sql`create table if not exists schema_migrations (
      version int primary key, title text not null, checksum text not null, applied_at timestamptz not null)`
    const due = dueMigrations(migrations, await appliedMigrations(sql))
    const clock = wishes.clock ?? systemClock
    for (const migration of due) await apply(sql, migration, clock)
    return due.map(({ version, title }) => fileNameOf(version, title))
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** True if this code's migrations, and no others, are applied: for `/readyz`. */
export async function migrationsAreCurrent(sql: Database, folder = migrationsFolder): Promise<boolean> {
  const migrations = await readMigrations(folder)
  const applied = await appliedMigrations(sql)
  const same = migrations.every(({ checksum }, position) => applied[position]?.checksum === checksum)
  return same && applied.length === migrations.length
}

type Applied = { version: number; title: string; checksum: string }

async function appliedMigrations(sql: Database): Promise<Applied[]> {
  return await sql<Applied[]>`select version, title, checksum from schema_migrations order by version`
}

function dueMigrations(migrations: Migration[], applied: Applied[]): Migration[] {
  const newest = migrations.length
  for (const [position, { version, title, checksum }] of applied.entries()) {
    const name = fileNameOf(version, title)
    if (version > newest) {
      throw new StartRefused(
        `The database has migration ${name}, which this version does not know: run the newer one.`,
      )
    }
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

async function apply(
  sql: Database,
  { version, title, checksum, text }: Migration,
  clock: Clock,
): Promise<void> {
  try {
    await sql.begin(async (tx) => {
      await tx.unsafe(text)
      await tx`insert into schema_migrations (version, title, checksum, applied_at)
        values (${version}, ${title}, ${checksum}, ${clock.now()})`
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartRefused(`Migration ${fileNameOf(version, title)} failed and was rolled back: ${reason}`, {
      cause: error,
    })
  }
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
