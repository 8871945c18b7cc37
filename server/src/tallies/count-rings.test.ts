import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { countRings, forgetOldRings } from './count-rings.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

let nowMs = Date.UTC(2026, 10, 16)
const clock = { now: () => new Date(nowMs) }
const minutes = 60_000
const rings = () => countRings(database.sql, clock, { kind: 'prompt', most: 3, windowMs: 10 * minutes })

test('a phone rings three times in any ten minutes, not three times in each ten', async () => {
  const { take } = rings()
  assert.equal(await take('a'), 0)
  nowMs += 9 * minutes
  assert.deepEqual([await take('a'), await take('a')], [0, 0])
  assert.equal(await take('a'), 60)
  nowMs += minutes
  assert.equal(await take('a'), 0, 'the first is ten minutes old')
  assert.equal(await take('a'), 540, 'the two others are not')
  assert.equal(await take('b'), 0, 'another phone has not rung')
})

test('of many at once three ring', async () => {
  const { take } = rings()
  const waits = await Promise.all(Array.from({ length: 20 }, () => take('c')))
  assert.equal(waits.filter((wait) => wait === 0).length, 3)
  assert.ok(waits.every((wait) => wait === 0 || wait === 600))
})

test('what did not ring after all is not counted, however often', async () => {
  const { take, takeBack } = rings()
  await takeBack('e')
  assert.equal(await take('e'), 0)
  for (let round = 0; round < 5; round++) {
    assert.equal(await take('e'), 0)
    await takeBack('e')
  }
  assert.deepEqual([await take('e'), await take('e')], [0, 0])
  assert.equal(await take('e'), 600, 'the three that rang are')
})

test('who rang long ago is forgotten', async () => {
  nowMs += 11 * minutes
  await rings().take('d')
  await forgetOldRings(database.sql, clock.now())
  const [left] = await database.sql<{ count: number }[]>`select count(*)::int as count from rings`
  assert.equal(left?.count, 1)
})
