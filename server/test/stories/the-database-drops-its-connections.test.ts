import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectDatabase, type Database, urlOfDatabase } from '../../src/database/database.ts'
import { newMerchant, password, type Service, sessionOf, startService } from '../service.ts'
import { until } from '../test-clusters.ts'

let service: Service
let shop: Awaited<ReturnType<typeof newMerchant>>
let cookie: string
let elsewhere: Database
before(async () => {
  service = await startService()
  shop = await newMerchant(service)
  cookie = await sessionOf(service, shop.ownerEmail)
  const url = urlOfDatabase(service.database.url, 'postgres', 'malipo')
  elsewhere = connectDatabase({ url, poolSize: 1, applicationName: 'outage' })
})
after(async () => {
  await elsewhere.end()
  await service.stop()
})

// A lost connection that nobody listens to is thrown into the air, where it would end the process.
const uncaught: unknown[] = []
process.on('uncaughtException', (error) => void uncaught.push(error))

const readMe = () => service.call('/v1/me', { cookie })
const signIn = () => service.call('/v1/auth/sign-in/email', { body: { email: shop.ownerEmail, password } })
const list = () => service.call('/v1/customers', { key: shop.liveKey })
const create = () => service.call('/v1/customers', { key: shop.liveKey, body: { name: 'Asha' } })

const nameOfDatabase = () => service.database.url.split('/').at(-1) ?? ''

/** As a restart or a failover does: every connection is cut, and new ones are welcome at once. */
async function cutConnections(): Promise<void> {
  const name = nameOfDatabase()
  await elsewhere`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = ${name} and backend_type = 'client backend'`
}

for (const [who, call] of Object.entries({
  'people with a session': readMe,
  'people who sign in': signIn,
  'keys that read': list,
  'keys that write': create,
})) {
  test(`connections that were cut a moment ago cost ${who} a retry at most, and never the service`, async () => {
    for (let round = 0; round < 8; round += 1) {
      await Promise.all([call(), call(), call()])
      await cutConnections()
      const answers = await Promise.all([call(), call(), call(), call()])
      for (const { status } of answers) assert.ok([200, 201, 503].includes(status), String(status))
    }
    assert.deepEqual(uncaught.splice(0), [])
  })
}

test('connections that are cut while requests run cost a retry at most, and no customer is half made', async () => {
  const told: string[] = []
  for (let round = 0; round < 12; round += 1) {
    const calls = [create(), create(), create(), list(), readMe()]
    await cutConnections()
    for (const { status, body } of await Promise.all(calls)) {
      assert.ok([200, 201, 503].includes(status), String(status))
      if (status === 201) told.push(String(body.data.id))
    }
  }
  let ids = new Set<string>()
  // Ours may be among the connections that were cut last.
  await until(async () => {
    const kept = await service.world.sql<{ id: string }[]>`select id from customers`.catch(() => undefined)
    ids = new Set(kept?.map(({ id }) => id))
    return kept !== undefined
  })
  assert.deepEqual(
    told.filter((id) => !ids.has(id)),
    [],
  )
})

test('a database that answers and takes no writes is not ready, and the service is alive all the while', async () => {
  const isReady = async () => (await service.call('/readyz')).status === 200
  const takeWrites = async (setting: string) => {
    await elsewhere.unsafe(`alter database ${nameOfDatabase()} ${setting}`)
    await cutConnections()
  }
  await until(isReady)
  await takeWrites('set default_transaction_read_only = on')
  // Not for the connections that were cut: those are replaced, and whoever only reads is answered.
  const answers = async () =>
    [(await list()).status, (await readMe()).status].every((status) => status === 200)
  await until(answers)
  await until(async () => !(await isReady()) && (await answers()))
  assert.deepEqual([await isReady(), (await create()).status], [false, 503])
  assert.equal((await service.call('/healthz')).status, 200)
  await takeWrites('reset default_transaction_read_only')
  await until(isReady)
  await until(async () => (await create()).status === 201)
})
