import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { describe, test } from 'node:test'
import { freePort, runService, startProcess, temporaryFolder } from '../run-service.ts'
import { startService, testSecret } from '../service.ts'
import { createTestDatabase } from '../test-database.ts'
import { ownProvider, succeeded, workOnce } from './money/own-provider.ts'
import { openShop } from './money/shop.ts'

async function refusal(environment: Record<string, string>): Promise<string> {
  return (await refusedStart(environment)).said
}

async function refusedStart(environment: Record<string, string>): Promise<{ said: string; output: string }> {
  const started = startProcess({ environment: { PORT: String(await freePort()), ...environment } })
  const { code } = await started.exit
  assert.equal(code, 1, started.output())
  const lines = started.output().trim().split('\n')
  const said = lines.filter((line) => line.startsWith('Malipo cannot start: '))
  assert.equal(said.length, 1, started.output())
  assert.ok(!started.output().includes('    at '), 'no stack trace')
  return { said: said[0] ?? '', output: started.output() }
}

// Side by side, because a port that is taken is asked for again for seconds.
describe('a start that cannot work says why', { concurrency: true }, () => {
  test('a malformed setting is named in one line', async () => {
    assert.match(
      await refusal({ RATE_LIMIT: 'maybe' }),
      /RATE_LIMIT is "maybe", but must be one of on, off\./,
    )
  })

  test('production refuses to start without its secrets', async () => {
    assert.match(await refusal({ NODE_ENV: 'production' }), /Production needs DATABASE_URL, MALIPO_SECRET/)
  })

  test('a database that belongs to something else is refused and left alone', async () => {
    const database = await createTestDatabase({ empty: true, durable: true })
    const folder = await temporaryFolder()
    try {
      await database.sql`create table invoices_of_somebody (id int)`
      const environment = { DATABASE_URL: database.url, DATA_DIR: folder.path }
      assert.match(await refusal(environment), /not ours|belongs to|somebody/i)
      const tables = await database.sql`select from pg_tables where schemaname = 'public'`
      assert.equal(tables.length, 1)
    } finally {
      await database.drop()
      await folder.remove()
    }
  })

  test('another secret than the database was made with is refused', async () => {
    const database = await createTestDatabase({ durable: true })
    const folder = await temporaryFolder()
    try {
      await database.sql`
      insert into installation (id, secret_probe, created_at)
      values ('01a1dd0e-ae98-74d0-b84c-d3ed98fa45f1', '\\x00', '2026-01-01')`
      const environment = { DATABASE_URL: database.url, DATA_DIR: folder.path }
      assert.match(await refusal(environment), /The secret does not fit this database/)
    } finally {
      await database.drop()
      await folder.remove()
    }
  })

  test('a port that is taken is named, and the demo that was made meanwhile is told all the same', async () => {
    const database = await createTestDatabase({ durable: true })
    const folder = await temporaryFolder()
    const blocker = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => blocker.once('listening', resolve))
    const { port } = blocker.address() as { port: number }
    try {
      const environment = { PORT: String(port), DATABASE_URL: database.url, DATA_DIR: folder.path }
      const { said, output } = await refusedStart({ ...environment, DEMO: 'on' })
      assert.match(said, new RegExp(`Port ${port} is in use`))
      assert.match(output, /mlp_sandbox_\w{20,}/)
    } finally {
      blocker.close()
      await database.drop()
      await folder.remove()
    }
  })

  test('an open payment of a provider that is not there is refused; once nothing of it is open it may go', async () => {
    const gone = ownProvider({ name: 'gone' })
    const service = await startService({
      environment: { ROLE: 'api' },
      providers: { live: gone },
      durable: true,
    })
    const folder = await temporaryFolder()
    const environment = {
      DATABASE_URL: service.database.url,
      DATA_DIR: folder.path,
      MALIPO_SECRET: testSecret,
      LIVE_PROVIDER: 'simulated',
    }
    try {
      const shop = await openShop(service)
      const { id, provider_reference: reference } = await shop.push({}, { key: shop.liveKey })
      await workOnce(service)
      assert.match(
        await refusal(environment),
        /Open payments are carried by gone, which is not set up here\./,
      )
      await gone.tell(service, reference, succeeded(150_000n))
      assert.equal((await shop.state(id, shop.liveKey)).status, 'successful')
      const started = await runService({ port: await freePort(), environment })
      started.child.kill('SIGTERM')
      assert.equal((await started.exit).code, 0, started.output())
    } finally {
      await service.stop()
      await folder.remove()
    }
  })
})
