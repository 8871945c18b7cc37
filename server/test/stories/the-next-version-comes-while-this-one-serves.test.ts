import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { howMuch } from '../how-thorough.ts'
import { type NewerVersion, newerVersion } from '../newer-version.ts'
import { freePort, malipo, type RunningService, runService } from '../run-service.ts'
import { request } from '../service.ts'
import { until } from '../test-clusters.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'

const expand = `
alter table collections add column told text not null default 'yet', add column note text;
alter table merchants add column told text not null default 'yet';`
const index = 'create index concurrently collections_by_told on collections (merchant_id, told);'

/** Longer than any request waits for a lock, in the proof: somebody's report that keeps the migration waiting. */
const reportMs = howMuch({ test: 1_500, prove: 7_000 })

let database: TestDatabase
let next: NewerVersion
let environment: Record<string, string>
let merchant: { merchant_id: string; sandbox_api_key: string }
const started: RunningService[] = []
before(async () => {
  database = await createTestDatabase({ durable: true })
  environment = {
    DATABASE_URL: database.url,
    MALIPO_SECRET: 'a secret for tests that is long enough to be one',
    DEMO: 'off',
    LOG_LEVEL: 'warn',
  }
  next = await newerVersion({ expand, index })
  const person = ['--email', 'owner@duka.test', '--password', 'correct horse', '--json']
  const made = await malipo(['merchant', 'create', '--name', 'Duka', ...person], environment)
  assert.equal(made.code, 0, made.output)
  merchant = JSON.parse(made.output)
})
after(async () => {
  for (const { child, exit } of started) {
    child.kill('SIGTERM')
    await exit
  }
  await next.remove()
  await database.drop()
})

async function start(command: string[]): Promise<RunningService> {
  const running = await runService({ port: await freePort(), environment, command })
  started.push(running)
  return running
}

async function push(url: string): Promise<number> {
  const { status } = await request(`${url}/v1/collections/wallet-push`, {
    key: merchant.sandbox_api_key,
    headers: { 'idempotency-key': randomUUID() },
    body: { merchant_id: merchant.merchant_id, amount: 100, phone: '255700000001' },
  })
  return status
}

/** Payments without a pause at every door that is open, each answer noted. */
function keepPaying(doors: string[]) {
  const answers = new Map<string, number[]>()
  let stopped = false
  const payer = async (first: number) => {
    for (let n = first; !stopped; n += 1) {
      const door = doors[n % doors.length]
      if (door === undefined) continue
      const status = await push(door)
      answers.set(door, [...(answers.get(door) ?? []), status])
    }
  }
  const payers = [0, 1, 2].map(payer)
  const stop = async () => {
    stopped = true
    await Promise.all(payers)
  }
  return { answers, stop, count: (door: string) => answers.get(door)?.length ?? 0 }
}

/** Somebody reads the table that is to be changed, and takes their time. */
function readForLong(): Promise<unknown> {
  return database.sql.begin(async (tx) => {
    await tx`select count(*) from collections`
    await sleep(reportMs)
  })
}

test('old and new serve side by side while a migration lands, and no request fails', async () => {
  const old = await start(['server/src/main.ts'])
  const doors = [old.url]
  const paying = keepPaying(doors)
  const readiness: number[] = []
  const watching = setInterval(
    () => void fetch(`${old.url}/readyz`).then(({ status }) => readiness.push(status)),
    100,
  )
  await until(() => paying.count(old.url) > 5)
  const report = readForLong()
  const newer = await start([next.main])
  await report
  const before = paying.count(old.url)
  doors.push(newer.url)
  await until(() => paying.count(newer.url) > 10 && paying.count(old.url) > before + 10)
  clearInterval(watching)
  await paying.stop()
  assert.deepEqual([...new Set([...paying.answers.values()].flat())], [202])
  assert.deepEqual([...new Set(readiness)], [200])
  const [landed] = await database.sql`
    select (select indisvalid from pg_index where indexrelid = to_regclass('collections_by_told')) as valid,
      (select count(*)::int from collections where told <> 'yet') as untold`
  assert.deepEqual({ ...landed }, { valid: true, untold: 0 })
})

test('the version before starts again on what the next one has made, and its commands work', async () => {
  const again = await start(['server/src/main.ts'])
  assert.equal(await push(again.url), 202)
  // What those who ended still held is taken up when their leases are over, which may take half a minute.
  const processing = () => database.sql`select from collections where status = 'processing'`
  for (let round = 0; round < 450 && (await processing()).length > 0; round += 1) await sleep(100)
  assert.equal((await processing()).length, 0)
  const books = await malipo(['check-books'], environment)
  assert.equal(books.code, 0, books.output)
})
