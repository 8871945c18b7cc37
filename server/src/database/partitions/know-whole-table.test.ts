import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { knowFilledParts, knowWholeTable } from './know-whole-table.ts'

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

test('a part that was empty when it was looked at is looked at again once it has rows', async () => {
  const { sql } = database
  await sql.unsafe(`
    create table words (id integer primary key) partition by range (id);
    create table words_of_one partition of words for values from (minvalue) to (10000) with (autovacuum_enabled = off);
    create table words_of_two partition of words for values from (10000) to (maxvalue) with (autovacuum_enabled = off);
    insert into words select generate_series(1, 2000);
    analyze words_of_one; analyze words_of_two`)
  const know = () => knowFilledParts(sql, 'words')
  const wayTo = async () => {
    const plan = await sql.unsafe('explain (generic_plan) select from words where id = $1 and id >= 10000')
    return plan.map((line) => line['QUERY PLAN']).join('\n')
  }
  assert.deepEqual(await know(), [])
  assert.match(await wayTo(), /Seq Scan on words_of_two/)
  await sql.unsafe('insert into words select generate_series(10000, 20000)')
  assert.deepEqual(await know(), ['words_of_two'])
  assert.match(await wayTo(), /Index Only Scan using words_of_two_pkey/)
  assert.deepEqual(await know(), [])
})

test('a part that had a row or two when it was looked at is looked at again once it has many, and whoever is at it is not waited for', async () => {
  const { sql } = database
  await sql.unsafe(`
    create table lines (id integer primary key) partition by range (id);
    create table lines_of_one partition of lines for values from (minvalue) to (maxvalue) with (autovacuum_enabled = off);
    insert into lines values (1), (2);
    analyze lines_of_one`)
  const know = () => knowFilledParts(sql, 'lines')
  assert.deepEqual(await know(), [])
  await sql.unsafe('insert into lines select generate_series(3, 9000)')
  const rowsKnown = async () =>
    (await sql<{ rows: number }[]>`select reltuples as rows from pg_class where relname = 'lines_of_one'`)[0]
      ?.rows
  await sql.begin(async (tx) => {
    await tx.unsafe('lock table lines_of_one in share update exclusive mode')
    await know()
  })
  assert.equal(await rowsKnown(), 2)
  assert.deepEqual(await know(), ['lines_of_one'])
  assert.equal(await rowsKnown(), 9000)
  assert.deepEqual(await know(), [])
})
