import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { idsFrom } from '../primitives/id.ts'
import { keepWeather } from './keep-weather.ts'
import { counting, outcomeOf, type PushOrder } from './push-outcome.ts'
import { type NetworkWeather, readWeather } from './read-weather.ts'
import { sumUpOutcomes } from './sum-up-outcomes.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const noon = new Date('2026-11-15T12:00:00Z').getTime()
let nowMs = noon
const merchantId = '00000000-0000-7000-8000-00000000000a'
const clock = { now: () => new Date(nowMs) }

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())
beforeEach(async () => {
  nowMs = noon
  await database.sql`truncate push_outcomes, usual_push_times`
  await database.sql`delete from collections`
})

const yas: PushOrder = {
  environment: 'live',
  provider: 'own',
  method: 'USSD_PUSH',
  customer_phone: '255712345678',
  created_at: new Date(0),
}

type Ended = { tookMs?: number; fails?: boolean; order?: Partial<PushOrder>; atMs?: number }

/** So many pushes that end at one time, each in a statement of its own. */
async function end(many: number, { tookMs = 20_000, fails = false, order, atMs = nowMs }: Ended = {}) {
  const push = { ...yas, created_at: new Date(atMs - tookMs), ...order }
  const outcome = outcomeOf(push, fails ? 'refused' : null, new Date(atMs))
  assert.ok(outcome)
  await database.sql.begin(async (tx) => {
    for (let told = 0; told < many; told += 1) await tx`${counting(tx, [outcome])}`
  })
}

/** A push that nobody has answered. */
async function leaveOpen(many: number, openForMs: number): Promise<void> {
  const { sql } = database
  const at = new Date(nowMs - openForMs)
  const newId = idsFrom({ now: () => at })
  for (let left = 0; left < many; left += 1)
    await sql`
      insert into collections (id, merchant_id, environment, family, method, status, amount, currency, customer_phone,
        provider, provider_reference, due_at, created_at, updated_at)
      values (${newId()}, ${newId()}, 'live', 'B', 'USSD_PUSH', 'processing', 100, 'TZS', '255712345678', 'own',
        ${newId()}, ${at}, ${at}, ${at})`
}

/** Pages on which somebody has begun to pay, and nobody has answered. */
async function leaveTriesOpen(many: number, method: string, openForMs: number): Promise<void> {
  const at = new Date(nowMs - openForMs)
  await database.sql`
    with pages as (
      insert into collections (id, merchant_id, environment, family, method, status, amount, currency, customer_phone,
        provider, provider_reference, page_token, due_at, created_at, updated_at)
      select id, id, 'live', 'A', ${method}, 'processing', 100, 'TZS', '255712345678', 'own', id, id, ${at}, ${at}, ${at}
      from (select gen_random_uuid() as id from generate_series(1, ${many})) made returning *
    )
    insert into collection_tries (id, collection_id, number, provider, provider_reference, method, customer_phone, state, created_at)
    select id, id, 1, provider, provider_reference, method, customer_phone, 'open', created_at from pages`
}

async function weatherOf(network = 'Mixx by Yas'): Promise<NetworkWeather | undefined> {
  return (await readWeather(database.sql, clock.now())).find((one) => one.network === network)
}
const statusOf = async (network?: string) => (await weatherOf(network))?.status

test('outcomes count for fifteen minutes, each for its own network and provider', async () => {
  await end(11, { fails: true })
  await end(9)
  await end(20, { fails: true, order: { customer_phone: '255755000111', provider: 'another' } })
  assert.equal(await statusOf(), 'down')
  assert.equal((await weatherOf('M-Pesa'))?.provider, 'another')
  assert.equal(await statusOf('Airtel Money'), undefined)
  nowMs += 15 * minuteMs - 1
  assert.equal(await statusOf(), 'down')
  nowMs += 1
  assert.equal(await statusOf(), 'unknown')
})

test('summing up changes nothing that is told, and leaves few rows, also of many days', async () => {
  const rows = async () => {
    const [row] = await database.sql<{ minutes: number; days: number }[]>`
      select (select count(*)::int from push_outcomes) as minutes, (select count(*)::int from usual_push_times) as days`
    return row
  }
  for (const day of [9, 7, 1]) await end(10, { atMs: nowMs - day * dayMs, tookMs: 10_000 })
  await end(10, { atMs: nowMs - 20 * minuteMs, tookMs: 10_000 })
  await end(15, { tookMs: 45_000 })
  await end(5, { fails: true })
  // What is nine days old is not usual any more, though nobody had summed it up yet.
  await sumUpOutcomes(database.sql, clock.now())
  const told = await weatherOf()
  const lately = { succeeded: 15, failed: 5, hanging: 0, typicalMs: 45_000, usualMs: 10_000 }
  assert.deepEqual(told, {
    ...{ environment: 'live', provider: 'own', network: 'Mixx by Yas', status: 'slow' },
    ...{ direction: 'collections', code: 'MIXX_BY_YAS' },
    ...lately,
  })
  assert.deepEqual(await rows(), { minutes: 3, days: 2 })
  await Promise.all([1, 2, 3].map(() => sumUpOutcomes(database.sql, clock.now())))
  assert.deepEqual(await weatherOf(), told)
  nowMs += 2 * 60 * minuteMs
  await sumUpOutcomes(database.sql, clock.now())
  await sumUpOutcomes(database.sql, clock.now())
  // Of today there are two times now.
  assert.deepEqual(await rows(), { minutes: 0, days: 4 })
  assert.deepEqual(await weatherOf(), {
    ...{ ...told, ...lately, succeeded: 0, failed: 0, typicalMs: null, usualMs: 10_000 },
    status: 'unknown',
  })
  // Who is late on a day that was summed up already is added to it.
  await end(4, { atMs: nowMs - 61 * minuteMs, tookMs: 45_000 })
  await sumUpOutcomes(database.sql, clock.now())
  const [kept] =
    await database.sql`select sum(many)::int as many, count(*)::int as rows from usual_push_times`
  assert.deepEqual(kept, { many: 10 + 10 + 10 + 15 + 4, rows: 4 })
})

test('what is lately says nothing about what is usual', async () => {
  await end(40, { tookMs: 900_000 })
  assert.deepEqual(await weatherOf().then((one) => [one?.status, one?.usualMs]), ['up', null])
})

test('an open push hangs from two minutes on, and for fifteen minutes from then', async () => {
  await leaveOpen(20, 120_000)
  assert.equal(await statusOf(), 'down')
  nowMs += 15 * minuteMs - 1
  assert.equal(await statusOf(), 'down')
  nowMs += 1
  assert.equal(await statusOf(), 'unknown')
  nowMs = noon - 1
  assert.equal(await statusOf(), undefined)
})

test('where payers usually take longer, an open push hangs later', async () => {
  await end(20, { tookMs: 60_000, atMs: nowMs - 30 * minuteMs })
  await leaveOpen(20, 179_999)
  assert.equal(await statusOf(), 'unknown')
  nowMs += 1
  assert.equal(await statusOf(), 'down')
})

test('what was counted while a clock was wrong is no weather, neither now nor when its time comes', async () => {
  await end(20, { fails: true, atMs: nowMs + dayMs })
  assert.equal(await statusOf(), undefined)
  await sumUpOutcomes(database.sql, clock.now())
  nowMs += dayMs
  assert.equal(await statusOf(), undefined)
})

test('codes that nobody has scanned hide no push that hangs, however many they are', async () => {
  await leaveTriesOpen(20, 'USSD_PUSH', 4 * minuteMs)
  await leaveTriesOpen(2_000, 'DYNAMIC_QR', 3 * minuteMs)
  assert.equal(await statusOf(), 'down')
})

test('everybody shares one reading for fifteen seconds, and what cannot be read is not known', async () => {
  const errors: unknown[] = []
  const readings = 4
  let looks = 0
  let isAway = false
  const watched = new Proxy(database.sql, {
    apply(target, self, asked) {
      looks += 1
      if (isAway) throw new Error('away')
      return Reflect.apply(target, self, asked)
    },
  })
  const weather = keepWeather({ sql: watched, clock, onError: (error) => errors.push(error) })
  const troubled = () => weather.troubled({ environment: 'live', provider: 'own', merchantId })
  await end(20, { fails: true })
  await end(20, { fails: true, order: { customer_phone: '255755000111' } })
  const all = await Promise.all([1, 2, 3].map(troubled))
  assert.deepEqual(
    all,
    [1, 2, 3].map(() => ['M-Pesa', 'Mixx by Yas']),
  )
  assert.deepEqual(await weather.troubled({ environment: 'sandbox', provider: 'own', merchantId }), [])
  assert.deepEqual(await weather.troubled({ environment: 'live', provider: 'another', merchantId }), [])
  nowMs += 14_999
  await troubled()
  assert.equal(looks, readings + 1, 'what a merchant says of its sandbox is read each time')
  isAway = true
  nowMs += 1
  assert.equal((await troubled()).length, 2)
  assert.equal(looks, 2 * readings + 1)
  nowMs += 45_000
  assert.deepEqual(await troubled(), [])
  assert.ok(errors.length > 0)
  isAway = false
  assert.equal((await troubled()).length, 2)
})
