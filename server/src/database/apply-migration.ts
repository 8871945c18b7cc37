import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../primitives/clock.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import { buildBesideWriters } from './build-beside-writers.ts'
import type { Database, Transaction } from './connect-database.ts'
import { isDatabaseAway } from './database-away.ts'
import { isPassingFault } from './passing-fault.ts'
import { fileNameOf, type Migration } from './read-migrations.ts'

/** Whoever waits for the lock of a whole table holds up all who come after, so nobody waits for it longer than this. */
export const lockWaitMs = 1_000

// Between two turns those who were held up get through. The last one is repeated.
const pausesMs = [100, 200, 500, 1_000, 2_000]

/**
 * Applies a migration in a transaction of its own, again and again while others hold what it needs. One that only adds columns, which may be
 * there already, needs no more than one table at a time, and takes them one after the other.
 */
export async function applyMigration(
  sql: Database,
  migration: Migration,
  { clock, waitMs }: { clock: Clock; waitMs: number },
): Promise<void> {
  const name = fileNameOf(migration.version, migration.title)
  // One that is given up takes its connection with it, and with that our turn. The next start goes on with it.
  if (isConcurrent(migration)) {
    return await buildIndexes(sql, migration, clock).catch((error) => {
      throw refusalOf(name, error, false)
    })
  }
  const deadline = performance.now() + waitMs
  const parts = addsColumnsOnly(migration) ? statementsOf(migration.text) : [migration.text]
  for (const [place, part] of parts.entries()) {
    const isLast = place === parts.length - 1
    await applyPart(sql, { name, deadline }, async (tx) => {
      await tx.unsafe(part)
      if (isLast) await remember(tx, migration, clock)
    })
  }
}

async function applyPart(
  sql: Database,
  { name, deadline }: { name: string; deadline: number },
  apply: (tx: Transaction) => Promise<void>,
): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    try {
      return await sql.begin(apply)
    } catch (error) {
      const inTheWay = isPassingFault(error) && !isDatabaseAway(error)
      if (!inTheWay || performance.now() > deadline) throw refusalOf(name, error, inTheWay)
      await sleep(pausesMs[Math.min(turn, pausesMs.length - 1)])
    }
  }
}

function refusalOf(name: string, error: unknown, inTheWay: boolean): StartRefused {
  const reason = error instanceof Error ? error.message : String(error)
  const advice = inTheWay ? '. Look in pg_stat_activity for a transaction that has been open for long' : ''
  return new StartRefused(`Migration ${name} failed and was rolled back: ${reason}${advice}`, {
    cause: error,
  })
}

async function remember(
  tag: Database | Transaction,
  { version, title, checksum, oldestCode }: Migration,
  clock: Clock,
): Promise<void> {
  await tag`insert into schema_migrations (version, title, checksum, applied_at, oldest_code)
    values (${version}, ${title}, ${checksum}, ${clock.now()}, ${oldestCode})`
}

/** Indexes that are built while others write cannot be built in a transaction. */
function isConcurrent({ text }: Migration): boolean {
  return statementsOf(text).some((statement) => /\bindex\s+concurrently\b/i.test(statement))
}

/** Columns that may be there already: what was done of it before it was given up is then no hindrance. */
function addsColumnsOnly({ text }: Migration): boolean {
  const statements = statementsOf(text)
  return statements.length > 0 && statements.every((one) => addsColumn.test(one))
}

export const addsColumn = /^alter\s+table\s+\w+\s+add\s+column\s+if\s+not\s+exists\s+[^,]+$/i

function statementsOf(text: string): string[] {
  return text
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}

/** Each index is there and whole when the migration is remembered, however often it was begun and given up before. */
async function buildIndexes(sql: Database, migration: Migration, clock: Clock): Promise<void> {
  // It locks nobody out, and waits for every transaction that began before it.
  await sql.unsafe('set lock_timeout = 0')
  try {
    for (const statement of statementsOf(migration.text)) await buildBesideWriters(sql, statement)
  } finally {
    await sql.unsafe(`set lock_timeout = ${lockWaitMs}`)
  }
  await remember(sql, migration, clock)
}
