import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeMerchant } from '../../src/operator/operator.ts'
import { systemClock } from '../../src/primitives/clock.ts'
import { idsFrom } from '../../src/primitives/id.ts'
import { vaultFrom } from '../../src/primitives/seal.ts'
import { freePort, runService } from '../run-service.ts'
import { request, testSecret } from '../service.ts'
import { until } from '../test-clusters.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase({ durable: true })
})
after(() => database.drop())

test('on SIGTERM what is inside gets its answer, what comes after gets 503, then the process ends', async () => {
  const environment = { DATABASE_URL: database.url, MALIPO_SECRET: testSecret, DEMO: 'off' }
  const service = await runService({ port: await freePort(), environment })
  const key = await newKey()

  const locked = Promise.withResolvers<void>()
  const unlock = Promise.withResolvers<void>()
  const holder = database.sql.begin(async (tx) => {
    await tx`lock table customers in access exclusive mode`
    locked.resolve()
    await unlock.promise
  })
  await locked.promise
  const inside = request(`${service.url}/v1/customers`, { key, body: { name: 'Inside' } })
  await waitForBlocked()

  service.child.kill('SIGTERM')
  await sleep(100)
  const late = await request(`${service.url}/v1/customers`, { key, body: { name: 'Late' } })
  assert.equal(late.status, 503)
  assert.equal(late.body.error.code, 'unavailable')
  assert.ok(late.headers.get('retry-after'))
  assert.ok(late.headers.get('x-request-id'))
  assert.equal((await request(`${service.url}/readyz`, {})).status, 503)

  unlock.resolve()
  await holder
  const answered = await inside
  assert.equal(answered.status, 201, JSON.stringify(answered.body))
  assert.deepEqual(await service.exit, { code: 0, signal: null })
  const names = await database.sql<{ name: string }[]>`select name from customers`
  assert.deepEqual(
    names.map(({ name }) => name),
    ['Inside'],
  )
  const logged = await database.sql<{ id: string }[]>`select id from requests`
  assert.deepEqual(
    logged.map(({ id }) => id),
    [answered.headers.get('x-request-id')],
    'and the log of requests has it',
  )
})

test('one that leaves says so at /readyz and answers on, on connections that end, until its time is up', async () => {
  const environment = {
    DATABASE_URL: database.url,
    MALIPO_SECRET: testSecret,
    DEMO: 'off',
    LEAVING_SECONDS: '3',
  }
  const service = await runService({ port: await freePort(), environment })
  service.child.kill('SIGTERM')
  const readiness = async () => (await request(`${service.url}/readyz`, {})).status
  await until(async () => (await readiness()) === 503)
  const late = await request(`${service.url}/openapi.json`, {})
  assert.deepEqual([late.status, late.headers.get('connection')], [200, 'close'])
  assert.deepEqual(await service.exit, { code: 0, signal: null })
})

test('a connection that never asks anything does not keep a stopping service', async () => {
  const environment = { DATABASE_URL: database.url, MALIPO_SECRET: testSecret, DEMO: 'off' }
  const service = await runService({ port: await freePort(), environment })
  const { hostname, port } = new URL(service.url)
  const silent = connect({ host: hostname, port: Number(port) })
  await once(silent, 'connect')
  service.child.kill('SIGTERM')
  const stillThere = sleep(20_000, 'still there', { ref: false })
  assert.deepEqual(await Promise.race([service.exit, stillThere]), { code: 0, signal: null })
  silent.destroy()
})

async function waitForBlocked(): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    const blocked = await database.sql`select from pg_locks where not granted`
    if (blocked.length > 0) return
    await sleep(20)
  }
  throw new Error('The request never reached the database.')
}

async function newKey(): Promise<string> {
  const world = {
    sql: database.sql,
    clock: systemClock,
    newId: idsFrom(systemClock),
    vault: vaultFrom(testSecret),
    baseUrl: 'http://localhost',
  }
  const merchant = await database.sql.begin((tx) =>
    makeMerchant(tx, world, {
      name: 'Shop',
      email: 'owner@shop.test',
      password: 'long enough',
      isVerified: false,
    }),
  )
  return merchant.sandbox_api_key
}
