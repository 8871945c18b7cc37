import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import type { Database } from '../database/database.ts'
import { forgetOldTallies } from './add-tallies.ts'
import { type CountRequest, countRequests } from './count-requests.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

let nowMs = 1_763_000_000_000
const clock = { now: () => new Date(nowMs) }
const minute = 60_000

/** How many of so many requests are let through, each by the next process in turn, `atOnce` at a time. */
async function letThrough(
  processes: CountRequest[],
  name: string,
  { most, asked, atOnce }: { most: number; asked: number; atOnce: number },
) {
  let passed = 0
  for (let from = 0; from < asked; from += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, asked - from) }, (_, at) => {
      const count = processes[(from + at) % processes.length] ?? assert.fail('no process')
      return count(name, { most, windowMs: minute })
    })
    for (const { count } of await Promise.all(some)) if (count <= most) passed += 1
  }
  return passed
}

/** Far longer than a database that others keep busy needs: whoever gives up waiting counts alone, which is another story. */
const patienceMs = 60_000

const processes = (many: number, sql: Database = database.sql) =>
  Array.from({ length: many }, () => countRequests(sql, clock, patienceMs))

test('one process lets through exactly the limit, and the same again in the next window', async () => {
  const [one] = processes(1)
  for (const window of [1, 2]) {
    const passed = await letThrough([one ?? assert.fail()], 'asha', { most: 300, asked: 700, atOnce: 50 })
    assert.equal(passed, 300, `window ${window}`)
    nowMs += minute
  }
})

for (const [many, atOnce] of [
  [2, 1],
  [4, 8],
  [4, 400],
] as const) {
  test(`${many} processes with ${atOnce} requests at once let through the limit, and at most a step each more`, async () => {
    const most = 400
    const passed = await letThrough(processes(many), `${many} by ${atOnce}`, { most, asked: 1_600, atOnce })
    assert.ok(passed >= most, `${passed} of ${most}: somebody was refused too early`)
    assert.ok(passed <= most + many * (most / 20), `${passed} of ${most}`)
  })
}

test('a process that comes later hears what the others have had', async () => {
  const most = 400
  await letThrough(processes(2), 'early', { most, asked: 1_000, atOnce: 20 })
  const passed = await letThrough(processes(1), 'early', { most, asked: 400, atOnce: 1 })
  assert.ok(passed <= most / 20, `${passed}`)
})

test('whoever calls seldom costs no round trip at all', async () => {
  const [one] = processes(1, never('asked'))
  assert.equal(
    await letThrough([one ?? assert.fail()], 'seldom', { most: 6_000, asked: 149, atOnce: 1 }),
    149,
  )
})

test('with the database away each process keeps the limit by itself, and nobody is kept waiting', async () => {
  const away = processes(2, never('away'))
  const passed = await letThrough(away, 'asha', { most: 300, asked: 1_000, atOnce: 10 })
  assert.equal(passed, 600)
})

test('with a database that does not answer a process waits once, and then keeps the limit by itself', async () => {
  const one = countRequests(hanging(), clock)
  const began = performance.now()
  const passed = await letThrough([one], 'asha', { most: 300, asked: 500, atOnce: 1 })
  assert.equal(passed, 300)
  assert.ok(performance.now() - began < 5_000, 'each of 300 waited')
})

test('what is over is forgotten', async () => {
  await letThrough(processes(1), 'gone', { most: 20, asked: 20, atOnce: 1 })
  nowMs += minute
  assert.ok((await forgetOldTallies(database.sql, clock.now())) > 0)
  const [left] = await database.sql<{ count: number }[]>`select count(*)::int as count from tallies`
  assert.equal(left?.count, 0)
})

function never(why: string): Database {
  return (() => Promise.reject(new Error(why))) as unknown as Database
}

function hanging(): Database {
  return (() => new Promise(() => {})) as unknown as Database
}
