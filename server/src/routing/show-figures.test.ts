import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { keepErrors } from '../providers/providers.ts'
import { chores } from '../weather/weather.ts'
import type { World } from '../world/world.ts'
import { showFigures } from './show-figures.ts'

let nowMs = Date.parse('2026-11-16T08:00:00Z')
const clock = { now: () => new Date(nowMs) }
let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

const end = (succeeded: boolean, tookMs: number, many: number, provider = 'selcom') => database.sql`
  insert into push_outcomes (minute, environment, provider, network, succeeded, took_ms, many)
  values (${clock.now()}, 'live', ${provider}, 'vodacom', ${succeeded}, ${tookMs}, ${many})`
const sumUp = () =>
  Promise.all(
    chores({ world: { sql: database.sql, clock } as World }).map((one) => 'work' in one && one.work()),
  )
const figures = () => showFigures(database.sql, clock.now(), 'selcom', [])

test('failures are counted as long as successes, and the hour apart from the week', async () => {
  await end(true, 8_000, 3)
  await end(false, 0, 1)
  await end(false, 0, 7, 'clickpesa')
  nowMs += 2 * 3_600_000
  await sumUp()
  await end(true, 20_000, 1)
  const { networks } = await figures()
  assert.deepEqual(networks, [
    {
      network: 'vodacom',
      status: 'unknown',
      silent: 0,
      last_hour: { succeeded: 1, failed: 0, success_share: 1, median_ms: 20_000 },
      last_week: { succeeded: 4, failed: 1, success_share: 0.8, median_ms: 8_000 },
    },
  ])
  nowMs += 9 * 24 * 3_600_000
  await sumUp()
  assert.deepEqual((await figures()).networks, [])
})

test('every error is counted, however few of them are kept', async () => {
  const faults: unknown[] = []
  const fail = keepErrors({ sql: database.sql, clock }, (error) => void faults.push(error))
  const lane = { provider: 'selcom', environment: 'live', call: 'collect' } as const
  for (let n = 0; n < 100; n += 1) fail(lane, 'no answer')
  const counted = async () => (await figures()).errors.last_hour
  for (let round = 0; round < 200 && (await counted()) < 100; round += 1) await sleep(10)
  nowMs += 2 * 3_600_000
  fail({ ...lane, call: 'payOut' }, 'no answer')
  for (let round = 0; round < 200 && (await counted()) < 1; round += 1) await sleep(10)
  assert.deepEqual((await figures()).errors, {
    last_hour: 1,
    last_day: 101,
    by_call: [
      { call: 'collect', last_hour: 0, last_day: 100 },
      { call: 'payOut', last_hour: 1, last_day: 1 },
    ],
  })
  assert.deepEqual(faults, [])
})
