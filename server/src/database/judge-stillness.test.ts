import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { connectDatabase } from './connect-database.ts'
import { stillnessJudge } from './judge-stillness.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

test('one that answers does not stand still, one that answers nobody does, and one that is gone says so', async () => {
  const sql = connectDatabase({ url: database.url, poolSize: 1, applicationName: 'test' })
  const standsStill = stillnessJudge(sql)
  assert.equal(await standsStill(), false)
  const held = Promise.withResolvers<void>()
  const holder = sql.begin(() => held.promise)
  assert.deepEqual(await Promise.all([standsStill(), standsStill()]), [true, true])
  assert.equal(sql.pool.waitingCount, 1, 'two who ask at once are one question')
  held.resolve()
  await holder
  assert.equal(await standsStill(), false)
  await sql.end()
  assert.equal(await standsStill(), false)
})
