import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../test/test-clusters.ts'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import type { Database } from '../database/database.ts'
import { keepPlan } from './plan.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

async function setList(providers: string[]): Promise<void> {
  const { sql } = database
  await sql`delete from provider_routes`
  await sql`insert into provider_routes (id, providers, changed_at, changed_by)
    values (${randomUUID()}, ${providers}, now(), ${randomUUID()})`
  await sql`update routing_version set version = version + 1`
}

test('what another process has changed is known within seconds, and lists are read only when they changed', async () => {
  const read: string[] = []
  const watched = Object.assign(
    (text: TemplateStringsArray, ...values: never[]) => {
      read.push(text.join('?'))
      return database.sql(text, ...values)
    },
    { ...database.sql },
  ) as unknown as Database
  const keeper = keepPlan(watched, assert.ifError)
  await keeper.ready()
  assert.equal(keeper.known().listOf(null, null), undefined)
  await setList(['b', 'a'])
  await database.sql`insert into provider_states (provider, state, since, changed_by)
    values ('b', 'paused', now(), ${randomUUID()})`
  assert.equal(keeper.known().listOf(null, null), undefined, 'nobody reads it again within a second')
  await until(() => keeper.known().listOf(null, null)?.join() === 'b,a')
  assert.deepEqual([keeper.known().stateOf('b'), keeper.known().stateOf('a')], ['paused', 'on'])
  await keeper.renew()
  const lists = read.filter((text) => text.includes('from provider_routes'))
  assert.equal(lists.length, 2)
})

/** The database, and a switch that takes it away. */
function breakable(): { sql: Database; breakOff(): void } {
  let isAway = false
  const sql = Object.assign(
    (text: TemplateStringsArray, ...values: never[]) =>
      isAway ? Promise.reject(new Error('away')) : database.sql(text, ...values),
    { ...database.sql },
  ) as unknown as Database
  return {
    sql,
    breakOff() {
      isAway = true
    },
  }
}

test('where nothing can be read, what was known goes on to count; who never knew anything says so', async () => {
  const faults: unknown[] = []
  const { sql: broken, breakOff } = breakable()
  const keeper = keepPlan(broken, (fault) => void faults.push(fault))
  await keeper.ready()
  breakOff()
  const before = keeper.known().listOf(null, null)
  await assert.rejects(keeper.renew(), /away/)
  await sleep(1_050)
  assert.deepEqual(keeper.known().listOf(null, null), before)
  await until(() => faults.length > 0)
  const newborn = keepPlan(broken, () => {})
  await assert.rejects(newborn.ready(), /away/)
})

test('money waits where nobody can tell any more whether it must; what only routes goes on', async () => {
  const { sql: broken, breakOff } = breakable()
  const usableMs = 50
  const keeper = keepPlan(broken, () => {}, usableMs)
  await keeper.certain()
  breakOff()
  await sleep(2 * usableMs)
  await keeper.ready()
  await assert.rejects(keeper.certain(), /away/)
})
