import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { deposit } from '../../src/ledger/ledger.ts'
import { dayAfter, dayAt } from '../../src/primitives/instant.ts'
import type { CrashPoint } from '../../src/world/world.ts'
import { deaths } from '../prove/deaths.ts'
import { assertDied, type RunningProcess, type RunningService } from '../run-service.ts'
import { request } from '../service.ts'
import { until } from '../test-clusters.ts'
import { type CrashStage, openCrashStage, orderOf, send } from './money/crash-stage.ts'
import type { Fields } from './money/shop.ts'

const points = deaths['the-service-dies-while-it-writes-for-people']
const died = new Set<CrashPoint>()
const phone = '255700000001'
const payments = 3
let stage: CrashStage
let cookie = ''

/** A shop to which somebody has paid three times, and into which money was put yesterday. */
before(async () => {
  stage = await openCrashStage()
  const { world, merchant } = stage
  const yesterday = { now: () => new Date(world.clock.now().getTime() - 86_400_000) }
  const book = { merchantId: merchant.merchant_id, environment: 'sandbox', currency: 'TZS' } as const
  const opening = { ...book, amount: 2_500_000n, cause: 'opening', reference: null, description: null }
  await world.sql.begin((tx) => deposit(tx, { ...world, clock: yesterday }, opening))
  const service = await stage.start()
  const body = { email: 'owner@duka.test', password: 'correct horse' }
  const signedIn = await request(`${service.url}/v1/auth/sign-in/email`, { body })
  cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  for (let place = 0; place < payments; place += 1) {
    const order = { amount: 1000, phone, metadata: { size: 'M' }, description: 'A shirt' }
    assert.equal((await send(service, orderOf(stage, 'wallet-push', order)))?.status, 202)
  }
  await until(async () => {
    const { count } = await world.sql`select from collections where status = 'successful'`
    return count === payments
  })
  await kill(service)
})
after(() => stage.close())

async function kill(service: RunningService): Promise<void> {
  service.child.kill('SIGKILL')
  await assertDied(service)
}

/** As its owner, over HTTP; null when the service died before it answered. */
function call({ url }: RunningService, path: string, body?: Fields) {
  const sent = { cookie, headers: { 'x-environment': 'sandbox' }, ...(body && { body }) }
  return request(`${url}/v1/merchant/${path}`, sent)
}

/** A service that dies at a point of what is asked of it. */
async function dieAt(point: CrashPoint, path: string, body: Fields = {}): Promise<void> {
  const dying = await stage.start(point)
  await call(dying, path, body).catch(() => null)
  await hasDied(point, dying)
}

async function hasDied(point: CrashPoint, dying: RunningProcess): Promise<void> {
  await assertDied(dying, point)
  died.add(point)
}

/** Somebody who lives, once the leases of the dead are over. */
async function live(): Promise<RunningService> {
  const { sql } = stage.world
  await sql`update data_exports set due_at = now() where due_at is not null`
  await sql`update statements set due_at = now() where due_at is not null`
  return await stage.start()
}

async function wordsLeft(): Promise<number> {
  const { count } = await stage.world.sql`
    select from collections where metadata is not null or description is not null`
  return count
}

test('an erasure is done slice by slice: what was committed stays done, and the rest is done by the next', async () => {
  const { sql } = stage.world
  const read = async () => {
    const rows = await sql<{ id: string; status: string; stage: string; collections: number }[]>`
      select id, status, stage, collections from privacy_requests`
    assert.equal(rows.length, 1, 'it was asked for once')
    return rows[0] ?? assert.fail()
  }
  await dieAt('privacy.erasing', 'privacy-requests', { kind: 'erase', phone })
  const asked = await read()
  assert.deepEqual([asked.status, asked.stage, asked.collections], ['OPEN', 'begin', 0])
  assert.equal(await wordsLeft(), payments, 'what died with its slice has erased nothing')
  const stages = new Set<string>()
  for (let death = 0; death < 3; death += 1) {
    await hasDied('privacy.erased', await stage.startToDie('privacy.erased'))
    stages.add(JSON.stringify(await read()))
  }
  assert.equal(stages.size, 3, 'each that died had done one slice')
  assert.equal(await wordsLeft(), 0)

  const service = await live()
  await until(async () => (await read()).status === 'SCHEDULED')
  const { body } = await call(service, `privacy-requests/${asked.id}`)
  assert.deepEqual((body.data.found as Fields).collections, payments, 'each was counted once')
  const told = await sql`select from audit_log where action = 'privacy_request.scheduled'`
  assert.equal(told.count, 1)
  await kill(service)
})

test('an export begins anew: its file is whole, and nothing of the first try is in it', async () => {
  const { sql } = stage.world
  await dieAt('export.written', 'exports')
  const parts = () => sql`select from data_export_parts`
  assert.equal((await parts()).count, 1, 'a piece was left behind')
  const [left] = await sql<{ id: string; status: string }[]>`select id, status from data_exports`
  assert.equal(left?.status, 'PREPARING')

  const service = await live()
  const read = async () => (await call(service, `exports/${left?.id}`)).body.data as Fields
  await until(async () => (await read()).status === 'READY')
  const ready = await read()
  const text = String((await call(service, `exports/${left?.id}/file`)).body)
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; line: number })
  assert.deepEqual(
    [ready.lines, ready.sha256],
    [lines.length, createHash('sha256').update(text).digest('hex')],
  )
  assert.deepEqual(
    lines.map(({ line }) => line),
    lines.map((_, at) => at + 1),
  )
  const ofKind = (wanted: string) => lines.filter(({ kind }) => kind === wanted).length
  assert.deepEqual(['export', 'collection', 'end'].map(ofKind), [1, payments, 1])
  assert.equal((await parts()).count, 1)
  await kill(service)
})

test('a statement is ready once, with its event, or not at all', async () => {
  const { sql, clock } = stage.world
  const day = dayAfter(dayAt(clock.now()), -1)
  await dieAt('statement.ending', 'statements', { from: day, to: day })
  const events = () => sql`select from events where type = 'statement.ready'`
  const [left] = await sql<{ id: string; status: string; sha256: string | null }[]>`
    select id, status, sha256 from statements where from_day = ${day} and to_day = ${day}`
  assert.deepEqual([left?.status, left?.sha256, (await events()).count], ['PREPARING', null, 0])

  const service = await live()
  const read = async () => (await call(service, `statements/${left?.id}`)).body.data as Fields
  await until(async () => (await read()).status === 'READY')
  const { opening, closing, totals, first_seq: first, last_seq: last } = await read()
  assert.deepEqual(
    [opening, closing].map((end) => (end as Fields).available),
    ['0.00', '25000.00'],
  )
  assert.deepEqual([(totals as Fields).count, first, last], [1, 1, 1])
  assert.equal((await events()).count, 1)
  await kill(service)
})

test('every point was died at, and the books hold', async () => {
  assert.deepEqual([...died].sort(), [...points].sort())
  const books = await stage.checkBooks()
  assert.equal(books.code, 0, books.output)
})
