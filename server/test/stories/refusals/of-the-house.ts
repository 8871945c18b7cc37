import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectDatabase, urlOfDatabase } from '../../../src/database/database.ts'
import { password, type Reply } from '../../service.ts'
import { until } from '../../test-clusters.ts'
import { assertRefused } from './envelope.ts'
import type { Provocations, Stage } from './stage.ts'

const path = '/v1/customers'

/** When it is our fault. They break the service and mend it again, in this order: the last two do not. */
export const refusalsOfTheHouse: Provocations = {
  async 'a fault says nothing of its inside, and the log does not say whom it hit'(stage) {
    await stage.service.world.sql`alter table customers rename to lost_customers`
    const answer = await stage.call(path, { body: { name: 'Asha', phone: '0712345678' } })
    await stage.service.world.sql`alter table lost_customers rename to customers`
    const { message, details } = assertRefused(answer, '500 internal_error')
    assert.equal(details, null)
    assert.doesNotMatch(message, /customers|relation|select|insert|\bat \S+:\d+/i)
    const logged = stage.service.logLines.filter((line) => line.includes('"level":"error"')).join('')
    assert.match(logged, /customers.* does not exist/)
    assert.doesNotMatch(logged, /712345678|mlp_live_[0-9A-Za-z]/)
  },

  async 'while the database is away callers are told to come back, and then are served'(stage) {
    await whileAway(stage, 'connection limit 0', 'connection limit -1', async () => {
      assertAway(await stage.call(path))
      assertAway(await stage.call(path, { body: { name: 'Asha' } }))
      assertAway(await stage.service.call('/readyz'))
      assert.equal((await stage.service.call('/healthz')).status, 200)
    })
    assert.equal((await stage.call(path, { body: { name: 'Asha' } })).status, 201)
    assert.equal((await stage.service.call('/readyz')).status, 200)
  },

  async 'a database that answers and takes no writes is not ready, and is again when it does'(stage) {
    const readOnly = 'default_transaction_read_only'
    await whileAway(stage, `set ${readOnly} = on`, `reset ${readOnly}`, async () => {
      await until(async () => (await stage.call(path)).status === 200)
      await until(async () => (await stage.service.call('/readyz')).status === 503)
    })
    await until(async () => (await stage.service.call('/readyz')).status === 200)
    await until(async () => (await stage.call(path, { body: { name: 'Asha' } })).status === 201)
  },

  async 'while the database is away people are told to come back, signed in or not'(stage) {
    const signIn = () =>
      stage.service.call('/v1/auth/sign-in/email', { body: { email: stage.ownerEmail, password } })
    await whileAway(stage, 'connection limit 0', 'connection limit -1', async () => {
      assertAway(await stage.service.call('/v1/me', { cookie: stage.cookie }))
      assertAway(await signIn())
      assertAway(await stage.service.call('/v1/auth/get-session', { cookie: stage.cookie }))
    })
    assert.equal((await signIn()).status, 200)
  },

  async 'a fault of the sign-in library is told in our log, which hides secrets, and nowhere else'(stage, t) {
    const printed = t.mock.method(console, 'error', () => {})
    await whileAway(stage, 'connection limit 0', 'connection limit -1', async () => {
      // The first may still be told by a connection that was cut; the last must ask for a new one.
      for (let round = 0; round < 3; round += 1) {
        await stage.service.call('/v1/auth/sign-in/email', { body: { email: stage.ownerEmail, password } })
      }
    })
    assert.equal(printed.mock.callCount(), 0)
    assert.match(stage.service.logLines.join(''), /too many connections/)
  },

  async 'a database that is closed for maintenance is away, too'(stage) {
    await whileAway(stage, 'allow_connections false', 'allow_connections true', async () => {
      for (let round = 0; round < 3; round += 1) assertAway(await stage.call(path))
    })
    assert.equal((await stage.call(path)).status, 200)
  },

  async 'a service that is stopping answers those inside and tells the others to come back'(stage) {
    const lock = await lockCustomers(stage)
    try {
      const inside = stage.call(path, { body: { name: 'Asha' } })
      await somebodyWaits(stage)
      const stopped = stage.service.gate.closeAndWait(10_000)
      const refused = await stage.call(path)
      assert.match(assertAway(refused).message, /stopping/)
      assert.equal(refused.headers.get('connection'), 'close')
      assertAway(await stage.service.call('/readyz'))
      assert.equal((await stage.service.call('/healthz')).status, 200)
      lock.release()
      assert.equal((await inside).status, 201)
      await stopped
    } finally {
      lock.release()
      await lock.released
    }
  },

  async 'a service that is busy for two seconds is still alive'(stage) {
    for (let round = 0; round < 2; round += 1) {
      const until = performance.now() + 1_200
      while (performance.now() < until);
      await sleep(1)
    }
    assert.equal((await stage.service.call('/healthz')).status, 200)
  },
}

function assertAway(answer: Reply) {
  const error = assertRefused(answer, '503 unavailable')
  assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
  return error
}

async function whileAway({ service }: Stage, close: string, open: string, work: () => Promise<void>) {
  const { url } = service.database
  const name = url.split('/').at(-1) ?? ''
  const elsewhere = { url: urlOfDatabase(url, 'postgres', 'malipo'), poolSize: 2, applicationName: 'outage' }
  const sql = connectDatabase(elsewhere)
  try {
    await sql.unsafe(`alter database ${name} ${close}`)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = ${name} and backend_type = 'client backend'`
    await work()
  } finally {
    await sql.unsafe(`alter database ${name} ${open}`)
    await sql.end()
  }
}

async function lockCustomers({ service }: Stage) {
  const [locked, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const released = service.world.sql.begin(async (tx) => {
    await tx`lock table customers`
    locked.resolve()
    await end.promise
  })
  await locked.promise
  return { release: end.resolve, released }
}

/** Until a statement waits for a lock: then the request that sent it is inside. */
async function somebodyWaits({ service: { world } }: Stage): Promise<void> {
  for (let round = 0; round < 500; round += 1) {
    const waiting = await world.sql`
      select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`
    if (waiting.length > 0) return
    await sleep(10)
  }
  assert.fail('nobody waits')
}
