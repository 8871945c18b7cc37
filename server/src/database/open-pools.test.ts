import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { openPools, refuseTooFewConnections } from './open-pools.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase({ empty: true })
})
after(() => database.drop())

const sizes = { money: 10, lists: 2, work: 2 }

test('lists and work have connections of their own, and lists little time for a statement', async () => {
  const { lists, work, close } = openPools({ url: database.url }, 'pools', sizes)
  const settings = await Promise.all(
    [lists, work].map(async (sql) => {
      const [row] = await sql`
        select current_setting('application_name') as name, current_setting('statement_timeout') as statement`
      return row
    }),
  )
  assert.deepEqual(settings, [
    { name: 'pools lists', statement: '5s' },
    { name: 'pools work', statement: '10s' },
  ])
  await close()
})

test('pools that want more connections than the database takes are refused at the start', async () => {
  await refuseTooFewConnections(database.sql, sizes)
  await assert.rejects(refuseTooFewConnections(database.sql, { money: 200, lists: 100, work: 200 }), {
    message:
      /^The pools want 500 connections \(200 for money, 100 for lists, 200 for work\), but the database takes \d+: raise max_connections, or make DATABASE_POOL_SIZE and its like smaller\.$/,
  })
})
