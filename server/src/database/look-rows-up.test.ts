import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import type { Transaction } from './database.ts'
import { byIndex } from './look-rows-up.ts'

let database: TestDatabase
const wanted = Array.from({ length: 90 }, (_, place) => place + 1)

before(async () => {
  // One connection, so that what was planned first is what is used.
  database = await createTestDatabase({ poolSize: 1 })
})
after(() => database.drop())

/** How many rows are read of a table that was empty when its statement was planned, and has grown since. */
async function readLater(name: string, begin: typeof database.sql.begin): Promise<number> {
  const { sql } = database
  await sql.unsafe(`create table ${name} (id integer primary key, note text)`)
  await sql.unsafe(`alter table ${name} set (autovacuum_enabled = off)`)
  const table = name === 'young' ? (tx: Transaction) => tx`young` : (tx: Transaction) => tx`younger`
  const look = (tx: Transaction) =>
    tx`select note from ${table(tx)} t join unnest(${wanted}::integer[]) as w (id) on w.id = t.id`
  // As often as it takes until a plan is kept.
  for (let time = 1; time <= 10; time += 1) await begin(look)
  await sql.unsafe(`insert into ${name} select n, 'note' from generate_series(1, 5000) as n`)
  return await begin(async (tx) => {
    await look(tx)
    const [row] = await tx<{ read: bigint }[]>`
      select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = ${name}`
    return Number(row?.read)
  })
}

test('what was planned on an empty table does not read the whole of a full one', async () => {
  const { sql } = database
  assert.equal(await readLater('young', (work) => sql.begin(byIndex, work as never)), wanted.length)
  // Were it not so without, nothing would have been shown.
  assert.ok((await readLater('younger', (work) => sql.begin(work as never))) >= 5_000)
})

test('and says so for that transaction alone', async () => {
  const { sql } = database
  const shown = (tx: Transaction) => tx`select current_setting('enable_seqscan') as scans`
  assert.deepEqual([...(await sql.begin(byIndex, shown))], [{ scans: 'off' }])
  assert.deepEqual([...(await sql.begin(shown))], [{ scans: 'on' }])
})
