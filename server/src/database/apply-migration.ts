import type { Clock } from '../primitives/clock.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import { applyInTurns, lockWaitMs, refusalOf, type Turns } from './apply-in-turns.ts'
import { buildBesideWriters } from './build-beside-writers.ts'
import type { Database, Transaction } from './connect-database.ts'
import { fileNameOf, type Migration } from './read-migrations.ts'

/**
 * Applies a migration in a transaction of its own, again and again while others hold what it needs. One that only adds columns, which may be
 * there already, needs no more than one table at a time, and takes them one after the other.
 */
export async function applyMigration(
  sql: Database,
  migration: Migration,
  { clock, waitMs, watcher }: { clock: Clock; waitMs: number; watcher: Database },
): Promise<void> {
  const name = fileNameOf(migration.version, migration.title)
  const turnsFromNow = () => ({ name, watcher, deadline: performance.now() + waitMs })
  if (isConcurrent(migration)) return await buildIndexes(sql, migration, { turnsFromNow, clock, name })
  const turns = turnsFromNow()
  const parts = addsColumnsOnly(migration) ? statementsOf(migration.text) : [migration.text]
  for (const part of parts.slice(0, -1)) await applyInTurns(sql, part, turns)
  await applyInTurns(sql, parts.at(-1) ?? '', turns, (tx) => remember(tx, migration, clock))
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
async function buildIndexes(
  sql: Database,
  migration: Migration,
  { turnsFromNow, clock, name }: { turnsFromNow(): Turns; clock: Clock; name: string },
): Promise<void> {
  const ways = {
    // Building took as long as it took.
    inTurns: (statement: string) => applyInTurns(sql, statement, turnsFromNow()),
    async patiently(statement: string): Promise<void> {
      await sql.unsafe('set lock_timeout = 0')
      try {
        await sql.unsafe(statement)
      } finally {
        await sql.unsafe(`set lock_timeout = ${lockWaitMs}`)
      }
    },
  }
  try {
    for (const statement of statementsOf(migration.text)) await buildBesideWriters(sql, statement, ways)
    await remember(sql, migration, clock)
  } catch (error) {
    // One that is given up takes its connection with it, and with that our turn. The next start goes on with it.
    throw error instanceof StartRefused ? error : refusalOf(name, error, false)
  }
}
