import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Database, openDatabase } from '../../src/database/database.ts'
import {
  assertDied,
  freePort,
  malipo,
  type RunningService,
  runService,
  temporaryFolder,
} from '../run-service.ts'
import { request } from '../service.ts'
import { until } from '../test-clusters.ts'

// As `npm start` does: most of a start is compiling.
const cache = { NODE_COMPILE_CACHE: 'node_modules/.cache/malipo' }
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let environment: Record<string, string>
let api: RunningService
const started: RunningService[] = []
let merchant: { merchant_id: string; sandbox_api_key: string }
before(async () => {
  folder = await temporaryFolder()
  environment = { DATA_DIR: folder.path, DEMO: 'off', LOG_LEVEL: 'warn', ...cache }
  api = await start('api')
  const words = ['merchant', 'create', '--name', 'Duka', '--email', 'owner@duka.test', '--json']
  const made = await malipo([...words, '--password', 'correct horse'], environment)
  assert.equal(made.code, 0, made.output)
  merchant = JSON.parse(made.output)
})
after(async () => {
  // Workers first: they are guests of the database that the api brought up.
  for (const { child, exit } of started.toReversed()) {
    child.kill('SIGTERM')
    await exit
  }
  await folder.remove()
})

async function start(role: 'api' | 'worker', more: Record<string, string> = {}): Promise<RunningService> {
  const settings = { ...environment, ROLE: role, ...more }
  const running = await runService({ port: await freePort(), environment: settings })
  started.push(running)
  return running
}

async function push(phone: string): Promise<string> {
  const made = await request(`${api.url}/v1/collections/wallet-push`, {
    key: merchant.sandbox_api_key,
    headers: { 'idempotency-key': randomUUID() },
    body: { merchant_id: merchant.merchant_id, amount: 100, phone },
  })
  assert.equal(made.status, 202, JSON.stringify(made.body))
  return String(made.body.data.collection_id)
}

async function statusOf(id: string): Promise<unknown> {
  const { body } = await request(`${api.url}/v1/collections/${id}`, { key: merchant.sandbox_api_key })
  return body.data.status
}

const [approves, silent] = ['255700000001', '255700000006']

test('what the api takes in a worker carries out, also one that took over from a worker killed -9', async () => {
  const dying = await start('worker', { CRASH_AT: 'collection.sent' })
  const first = await push(approves)
  await assertDied(dying)
  // With nobody at work the api still takes orders in, and nothing is lost of them.
  const [second, third] = [await push(approves), await push(silent)]
  for (const id of [first, second, third]) assert.equal(await statusOf(id), 'processing')
  const worker = await start('worker')
  const doors = await request(`${worker.url}/v1/collections/${first}`, { key: merchant.sandbox_api_key })
  assert.equal(doors.status, 404, 'a worker answers no merchant')
  for (const id of [first, second]) await until(async () => (await statusOf(id)) === 'successful')
  worker.child.kill('SIGKILL')
  await worker.exit
  await cutTheWaitShort()
  const last = await start('worker')
  await until(async () => (await statusOf(third)) === 'successful')
  const balance = await request(`${api.url}/v1/merchant/balance`, { key: merchant.sandbox_api_key })
  assert.equal(balance.body.data.available, '300.00')
  const listed = await request(`${api.url}/v1/merchants/${merchant.merchant_id}/transactions`, {
    key: merchant.sandbox_api_key,
  })
  assert.equal(listed.body.data.total, 3)
  assert.deepEqual(await connected(), ['malipo', 'malipo lists', 'malipo work'])
  const books = await malipo(['check-books'], environment)
  assert.equal(books.code, 0, books.output)
  last.child.kill('SIGTERM')
  assert.deepEqual(await last.exit, { code: 0, signal: null })
})

/** The time until somebody asks about a silent payment, and any lease of the dead, is over. */
function cutTheWaitShort(): Promise<unknown> {
  return inDatabase((sql) => sql`update collections set due_at = created_at where due_at is not null`)
}

/** By what names our processes are connected: money, lists and work each have connections of their own. */
async function connected(): Promise<unknown[]> {
  const rows = await inDatabase(
    (sql) => sql`
      select distinct application_name as name from pg_stat_activity
      where application_name like 'malipo%' and application_name <> 'malipo presence' order by name`,
  )
  return rows.map(({ name }) => name)
}

async function inDatabase<Result>(work: (sql: Database) => PromiseLike<Result>): Promise<Result> {
  const database = await openDatabase({
    databaseUrl: undefined,
    dataDir: folder.path,
    poolSize: 2,
    applicationName: 'test',
    log: () => {},
  })
  try {
    return await work(database.sql)
  } finally {
    await database.close()
  }
}
