import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { deleteOld } from './delete-old.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase({ empty: true })
  await database.sql.unsafe(`
    create table notes (number integer primary key, at timestamptz not null);
    create index on notes (at)`)
})
after(() => database.drop())

const notes = { table: 'notes', column: 'at' }
const now = Date.parse('2026-11-15T12:00:00Z')
const left = async () => (await database.sql`select from notes`).length

/** One for each millisecond before now. */
async function write(many: number): Promise<void> {
  await database.sql`
    insert into notes select n, ${new Date(now)}::timestamptz - n * interval '1 ms' from generate_series(1, ${many}::int) n
    on conflict do nothing`
}

test('however much is old, one call deletes all of it and nothing else', async () => {
  await write(12_500)
  assert.equal(await deleteOld(database.sql, notes, new Date(now - 100)), 12_400)
  assert.equal(await left(), 100)
  assert.equal(await deleteOld(database.sql, notes, new Date(now - 100)), 0)
})

test('many rows of one moment do not stand in the way of those after it', async () => {
  await database.sql`
    insert into notes select -n, ${new Date(now - 500)} from generate_series(1, 11000) n`
  await write(400)
  assert.equal(await deleteOld(database.sql, notes, new Date(now)), 11_400)
  assert.equal(await left(), 0)
})

test('what somebody holds is left for the next time, and nobody waits for it', async () => {
  await write(6_000)
  await database.sql.begin(async (tx) => {
    await tx`select from notes where number = 5 for update`
    await deleteOld(database.sql, notes, new Date(now))
    assert.equal(await left(), 1)
  })
  assert.equal(await deleteOld(database.sql, notes, new Date(now)), 1)
})

test('several that delete at the same time share the work', async () => {
  await write(20_000)
  const deleted = await Promise.all([1, 2, 3].map(() => deleteOld(database.sql, notes, new Date(now))))
  assert.equal(
    deleted.reduce((sum, count) => sum + count, 0),
    20_000 - (await left()),
  )
  await deleteOld(database.sql, notes, new Date(now))
  assert.equal(await left(), 0)
})
