import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { connectDatabase } from '../../src/database/database.ts'
import { howMuch, thoroughly } from '../how-thorough.ts'
import { type Major, majors, startPostgresOf } from '../postgres-of-major.ts'
import { freePort, malipo, runService } from '../run-service.ts'
import { request } from '../service.ts'
import { until } from '../test-clusters.ts'

// The newest is what all other tests run on.
for (const major of howMuch<Major[]>({ test: [15], prove: majors })) {
  test(`on PostgreSQL ${major} payments are made, and every command of the operator does its work`, async (t) => {
    const server = await startPostgresOf(major)
    t.after(() => server.stop())
    assert.equal(await majorOf(server.url('postgres')), major)
    const environment = {
      DATABASE_URL: server.url('postgres'),
      MALIPO_SECRET: 'a secret for tests that is long enough to be one',
      DEMO: 'off',
      LOG_LEVEL: 'warn',
    }
    const run = async (...words: string[]) => {
      const { code, output } = await malipo([...words, '--json'], environment)
      assert.equal(code, 0, output)
      return JSON.parse(output)
    }
    const person = ['--email', 'owner@duka.test', '--password', 'correct horse']
    const merchant = await run('merchant', 'create', '--name', 'Duka', ...person, '--balance', '1000.00')
    const service = await runService({ port: await freePort(), environment })
    t.after(async () => {
      service.child.kill('SIGTERM')
      await service.exit
    })
    const key: string = merchant.sandbox_api_key
    const made = await request(`${service.url}/v1/collections/wallet-push`, {
      key,
      headers: { 'idempotency-key': randomUUID() },
      body: { merchant_id: merchant.merchant_id, amount: 100, phone: '255700000001' },
    })
    assert.equal(made.status, 202, JSON.stringify(made.body))
    const status = async () =>
      (await request(`${service.url}/v1/collections/${made.body.data.collection_id}`, { key })).body.data
        .status
    await until(async () => (await status()) === 'successful')
    const books = await run('check-books')
    assert.deepEqual(
      books.checks.filter(({ holds }: { holds: boolean }) => !holds),
      [],
    )
    if (thoroughly) await makePeople(run, merchant.merchant_id)
    assert.equal((await run('doctor')).healthy, true)
  })
}

async function majorOf(url: string): Promise<number> {
  const sql = connectDatabase({ url, poolSize: 1, applicationName: 'test' })
  const [row] = await sql<{ version: string }[]>`select current_setting('server_version_num') as version`
  await sql.end()
  return Math.floor(Number(row?.version) / 10_000)
}

async function makePeople(run: (...words: string[]) => Promise<unknown>, merchantId: string): Promise<void> {
  const person = (name: string) => ['--email', `${name}@duka.test`, '--password', 'correct horse']
  await run('admin', 'create', ...person('admin'))
  await run('member', 'create', '--merchant-id', merchantId, ...person('fin'), '--role', 'finance')
}
