import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { socketOfUrl } from '../../src/database/database-url.ts'
import { freePort, malipo, type RunningService, runService, startProcess } from '../run-service.ts'
import { request } from '../service.ts'
import { findPgbouncer, keepsNamesFrom, type RunningPgbouncer, startPgbouncer } from '../start-pgbouncer.ts'
import { until } from '../test-clusters.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'

const pgbouncer = await findPgbouncer()
const skip = pgbouncer === undefined && 'there is no PgBouncer, and none can be installed here'
const keepsNames = pgbouncer !== undefined && pgbouncer.version >= keepsNamesFrom

// What Debian's own PgBouncer does; a later one also keeps the names of prepared statements.
for (const preparedStatements of keepsNames ? [0, 100] : [0]) {
  describe(`behind PgBouncer, ${preparedStatements} prepared statements kept`, { skip }, () => {
    let database: TestDatabase
    let pooler: RunningPgbouncer
    let environment: Record<string, string>
    const services: RunningService[] = []
    before(async () => {
      assert.ok(pgbouncer)
      database = await createTestDatabase({ empty: true, durable: true })
      const wishes = {
        serverUrl: database.url,
        mode: 'transaction',
        preparedStatements,
        poolSize: 3,
      } as const
      pooler = await startPgbouncer(pgbouncer, wishes)
      environment = {
        DATABASE_URL: pooler.url(socketOfUrl(database.url)?.database ?? ''),
        MALIPO_SECRET: 'a secret for tests that is long enough to be one',
        DEMO: 'off',
        LOG_LEVEL: 'warn',
      }
    })
    after(async () => {
      for (const { child, exit } of services) {
        child.kill('SIGTERM')
        await exit
      }
      await pooler.stop()
      await database.drop()
    })

    test('a start that has no way to the server itself is refused in one line', async () => {
      const refused = startProcess({ environment })
      assert.equal((await refused.exit).code, 1)
      assert.equal(
        refused.output().trim(),
        'Malipo cannot start: DATABASE_URL leads to a pooler: ' +
          'set DATABASE_DIRECT_URL to the PostgreSQL server itself, for migrations.',
      )
      environment.DATABASE_DIRECT_URL = database.url
    })

    const timeout = 150_000
    test('two processes migrate in turn and carry payments side by side', { timeout }, async () => {
      const ports = [await freePort(), await freePort()]
      // Whichever starts is ended afterwards, also when the other one does not.
      const started = await Promise.allSettled(
        ports.map(async (port) => services.push(await runService({ port, environment }))),
      )
      for (const one of started) if (one.status === 'rejected') throw one.reason
      const person = ['--email', 'owner@duka.test', '--password', 'correct horse', '--json']
      const made = await malipo(['merchant', 'create', '--name', 'Duka', ...person], environment)
      assert.equal(made.code, 0, made.output)
      const merchant = JSON.parse(made.output)
      const key: string = merchant.sandbox_api_key
      const push = (n: number) =>
        request(`${services[n % 2]?.url}/v1/collections/wallet-push`, {
          key,
          headers: { 'idempotency-key': randomUUID() },
          body: { merchant_id: merchant.merchant_id, amount: 100, phone: '255700000001' },
        })
      const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => push(n)))
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [202])
      const available = async () =>
        (await request(`${services[1]?.url}/v1/merchant/balance`, { key })).body.data.available
      await until(async () => (await available()) === '4000.00')
      const body = { email: 'owner@duka.test', password: 'correct horse' }
      for (const { url } of services)
        assert.equal((await request(`${url}/v1/auth/sign-in/email`, { body })).status, 200)
    })

    test('nobody complains, the books hold, and no lock is left behind', async () => {
      for (const { output } of services) assert.doesNotMatch(output(), /"level":"(error|fatal)"/)
      const books = await malipo(['check-books'], environment)
      assert.equal(books.code, 0, books.output)
      const locks = await database.sql`
        select 1 from pg_locks l join pg_database d on d.oid = l.database
        where locktype = 'advisory' and datname = current_database()`
      assert.equal(locks.length, 0)
    })
  })
}
