import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Environment } from '@malipo/contract'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import type { KeyPrincipal } from '../auth/auth.ts'
import { DatabaseAway, keepByTime } from '../database/database.ts'
import type { Answered } from '../http/http.ts'
import { idsFrom } from '../primitives/id.ts'
import { type KeeperLimits, type NotKept, requestKeeper } from './keep-requests.ts'
import { requests } from './requests.ts'

const dayMs = 24 * 3_600_000
const start = Date.parse('2026-11-15T12:00:00Z')
let now = start
const clock = { now: () => new Date(now) }
const newId = idsFrom(clock)

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

let leftOut: Partial<Record<NotKept, number>>
let errors: unknown[]
beforeEach(() => {
  now += 3 * dayMs
  leftOut = {}
  errors = []
})

const told = {
  onLeftOut(because: NotKept, count: number) {
    leftOut[because] = (leftOut[because] ?? 0) + count
  },
  onError: (error: unknown) => void errors.push(error),
}
const limits: KeeperLimits = {
  ...{
    mostADay: 5,
    mostRefusalsADay: 8,
    mostOfRefusedADay: 3,
    mostWaiting: 40,
    mostWeight: 100_000,
    mostAtOnce: 10,
  },
}
const keeper = (sql = database.sql, own: Partial<KeeperLimits> = {}) =>
  requestKeeper({ sql, clock, newId }, told, { ...limits, ...own })

function answered(merchantId: string, status = 200, path = '/v1/some'): Answered {
  const principal = {
    ...{ kind: 'key', keyId: newId(), environment: 'live' as Environment, scopes: new Set() },
    merchant: { id: merchantId },
  } as unknown as KeyPrincipal
  return {
    ...{ requestId: newId(), idIsGiven: false, method: 'GET', url: path, headers: {}, address: '127.0.0.1' },
    ...{
      params: {},
      operation: undefined,
      principal,
      isRefused: false,
      actor: null,
      status,
      errorCode: null,
      durationMs: 5,
    },
    ...{ resourceId: null, sent: null, reply: null },
  }
}

async function keptOf(merchantId: string): Promise<number[]> {
  const rows = await database.sql<{ status: number }[]>`
    select status from requests where merchant_id = ${merchantId} order by id`
  return rows.map(({ status }) => status)
}

describe('of a merchant who calls very often', () => {
  test('only refusals are kept, and of these not all, as all processes count together', async () => {
    const shop = newId()
    const [one, other] = [keeper(), keeper()]
    for (let call = 0; call < 4; call += 1) one.keep(answered(shop))
    await one.written()
    for (let call = 0; call < 3; call += 1) other.keep(answered(shop))
    await other.written()
    for (const process of [one, other]) process.keep(answered(shop))
    await other.written()
    assert.deepEqual(leftOut, { many_today: 1 }, 'one of them has not heard of the other yet')
    for (let call = 0; call < 5; call += 1) other.keep(answered(shop, call === 0 ? 200 : 409))
    await other.written()
    await one.written()
    assert.deepEqual(
      (await keptOf(shop)).filter((status) => status === 409),
      [409],
    )
    const neighbour = newId()
    other.keep(answered(neighbour))
    now += dayMs
    other.keep(answered(shop))
    await other.written()
    assert.deepEqual(await keptOf(neighbour), [200])
    assert.equal((await keptOf(shop)).at(-1), 200, 'tomorrow is another day')
  })
})

describe('of whoever tries a key that is refused', () => {
  const refused = (merchantId: string) => ({ ...answered(merchantId, 401), isRefused: true })

  test('little is kept, and it takes nothing of what its merchant calls', async () => {
    const shop = newId()
    const [one, other] = [keeper(), keeper()]
    for (let call = 0; call < 2; call += 1) {
      one.keep(refused(shop))
      await one.written()
    }
    other.keep(refused(shop))
    await other.written()
    other.keep(refused(shop))
    assert.deepEqual(leftOut, { many_today: 1 }, 'as all processes count together')
    for (let call = 0; call < 5; call += 1) {
      other.keep(answered(shop))
      await other.written()
    }
    assert.deepEqual(await keptOf(shop), [401, 401, 401, 200, 200, 200, 200, 200])
    other.keep(answered(shop))
    assert.deepEqual(leftOut, { many_today: 2 })
  })

  test('only a few wait, and there is room for its merchant beside them', async () => {
    const shop = newId()
    const kept = keeper(database.sql, { mostADay: 1_000, mostOfRefusedADay: 1_000 })
    for (let call = 0; call < 30; call += 1) kept.keep(refused(shop))
    assert.deepEqual(leftOut, { queue_full: 29 })
    for (let call = 0; call < 10; call += 1) kept.keep(answered(shop))
    assert.deepEqual(leftOut, { queue_full: 29 })
    await kept.written()
    assert.equal((await keptOf(shop)).length, 11)
  })
})

describe('what waits', () => {
  test('and finds no room does not count as kept', async () => {
    const shop = newId()
    const kept = keeper(database.sql, { mostADay: 20, mostRefusalsADay: 20 })
    for (let call = 0; call < 30; call += 1) kept.keep(answered(shop))
    assert.deepEqual(leftOut, { queue_full: 20 })
    await kept.written()
    for (let call = 0; call < 9; call += 1) kept.keep(answered(shop))
    await kept.written()
    assert.equal((await keptOf(shop)).length, 19)
  })

  test('is bounded, and no merchant pushes out another', async () => {
    const [loud, quiet] = [newId(), newId()]
    const kept = keeper(database.sql, { mostADay: 1_000 })
    for (let call = 0; call < 15; call += 1) kept.keep(answered(loud))
    kept.keep(answered(quiet))
    assert.deepEqual(leftOut, { queue_full: 5 })
    await kept.written()
    assert.deepEqual([(await keptOf(loud)).length, (await keptOf(quiet)).length], [10, 1])
    assert.deepEqual(errors, [])
  })

  test('is written when the database is back, and left out by whoever stops before', async () => {
    let isAway = true
    const sql = ((text: TemplateStringsArray, ...values: unknown[]) =>
      isAway
        ? Promise.reject(new DatabaseAway('it is away'))
        : (database.sql as unknown as (text: TemplateStringsArray, ...values: unknown[]) => unknown)(
            text,
            ...values,
          )) as unknown as typeof database.sql
    const shop = newId()
    const kept = keeper(sql)
    kept.keep(answered(shop))
    await kept.written()
    assert.deepEqual(leftOut, { not_written: 1 })
    assert.equal(errors.length, 1)
    kept.keep(answered(shop))
    await new Promise((resolve) => setTimeout(resolve, 400))
    isAway = false
    kept.keep(answered(shop, 201))
    await kept.written()
    assert.deepEqual(await keptOf(shop), [200, 201])
  })

  test('is never what a request fails by', () => {
    keeper().keep({ ...answered(newId()), url: null as unknown as string })
    assert.deepEqual([leftOut, errors.length], [{ not_written: 1 }, 1])
  })

  test('takes nothing with it that the database refuses', async () => {
    const [shop, other] = [newId(), newId()]
    const kept = keeper()
    kept.keep(answered(shop))
    kept.keep(answered(other, 200, '/v1/\0'))
    kept.keep(answered(shop, 201))
    await kept.written()
    assert.deepEqual([await keptOf(shop), await keptOf(other)], [[200, 201], []])
    assert.deepEqual([leftOut, errors.length], [{ not_written: 1 }, 1])
  })
})

test('each is gone a day or two after its seven', async () => {
  const shop = newId()
  const kept = keeper(database.sql, { mostADay: 1_000 })
  for (let day = 0; day < 20; day += 1, now += dayMs) {
    kept.keep(answered(shop, 200 + day))
    await kept.written()
    await keepByTime({ sql: database.sql, clock }, requests)
    const oldest = 200 + day - ((await keptOf(shop))[0] ?? 0)
    assert.ok(oldest >= Math.min(day, 7) && oldest <= 10, `${oldest} days after ${day}`)
  }
})
