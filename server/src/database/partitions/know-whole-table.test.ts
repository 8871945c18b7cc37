import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { knowWholeTable } from './know-whole-table.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase({ empty: true })
  await database.sql.unsafe(`
    create table notes (id integer, author integer) partition by range (id);
    create table notes_of_one partition of notes for values from (minvalue) to (10000) with (autovacuum_enabled = off);
    create table notes_of_two partition of notes for values from (10000) to (maxvalue) with (autovacuum_enabled = off)`)
})
after(() => database.drop())

/** Writes them, and looks at both parts as the server does by itself. */
async function write(from: number, to: number): Promise<void> {
  await database.sql`insert into notes select n, n % 70 from generate_series(${from}::int, ${to}::int) n`
  await database.sql.unsafe('analyze notes_of_one; analyze notes_of_two')
}

async function authorsKnown(): Promise<number | null> {
  const [row] = await database.sql<{ many: number }[]>`
    select n_distinct as many from pg_stats where tablename = 'notes' and attname = 'author' and inherited`
  return row?.many ?? null
}

test('what all parts hold is looked at once there is enough, and again when it has become much more', async () => {
  const know = () => knowWholeTable(database.sql, 'notes')
  assert.equal(await know(), false)
  await write(1, 900)
  assert.equal(await know(), false)
  await write(9_000, 14_000)
  assert.equal(await authorsKnown(), null)
  assert.deepEqual([await know(), await know()], [true, false])
  assert.equal(await authorsKnown(), 70)
  await write(20_000, 20_500)
  assert.equal(await know(), false)
  await write(30_000, 40_000)
  assert.deepEqual([await know(), await know()], [true, false])
})
