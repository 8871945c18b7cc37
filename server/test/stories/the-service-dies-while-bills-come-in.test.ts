import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { CrashPoint } from '../../src/world/world.ts'
import { deaths } from '../prove/deaths.ts'
import { assertDied, type RunningProcess, type RunningService } from '../run-service.ts'
import { until } from '../test-clusters.ts'
import { bringBack, type Call, type CrashStage, openCrashStage, send } from './money/crash-stage.ts'
import { dataOf, type Fields } from './money/shop.ts'

const points = deaths['the-service-dies-while-bills-come-in']
const died = new Set<CrashPoint>()
let stage: CrashStage
let welcome = 0

before(async () => {
  stage = await openCrashStage()
})
after(() => stage.close())

function ask(path: string, body: Fields): Call {
  const { sandbox_api_key: key } = stage.merchant
  return { path, body, headers: { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID() } }
}

async function answered(service: RunningService, call: Call): Promise<Fields> {
  const answer = await send(service, call)
  assert.ok(answer, service.output())
  return dataOf(answer)
}

/** An order of 1000, and somebody who pays so much for it. */
async function bill(service: RunningService, amount: string) {
  const order = { merchant_id: stage.merchant.merchant_id, kind: 'ORDER', amount: '1000' }
  const { id, number } = await answered(service, ask('/v1/control-numbers', order))
  const payment = { number, amount, phone: '255712345678', insist: true }
  return { id: String(id), payment: ask('/v1/sandbox/bill-payments', payment) }
}

async function hasDied(point: CrashPoint, dying: RunningProcess): Promise<void> {
  await assertDied(dying, point)
  died.add(point)
  // Nobody waits for the leases of the dead.
  await bringBack(stage.world)
}

async function dieAt(point: CrashPoint, amount: string) {
  const dying = await stage.start(point)
  const begun = await bill(dying, amount)
  assert.equal(await send(dying, begun.payment), null, 'it died before it answered')
  await hasDied(point, dying)
  return begun
}

/** The one that comes next lives until it has done something. */
async function next(act: (service: RunningService) => Promise<void>): Promise<void> {
  const service = await stage.start()
  await act(service)
  service.child.kill('SIGKILL')
  await service.exit
}

/** All that is written of one number: what came for it, where it stands, and how often each thing was told. */
async function writtenOf(id: string) {
  const { sql } = stage.world
  const [number] = await sql<{ line: string }[]>`
    select status || ' ' || paid_count || ' ' || paid_amount as line from control_numbers where id = ${id}`
  const came = await sql<{ id: string; status: string }[]>`
    select id, status from collections where control_number_id = ${id}`
  const receipts = await sql`select from bill_payments where control_number_id = ${id}`
  const told = await sql<{ type: string }[]>`
    select type from events where resource_id = any(${[id, ...came.map((one) => one.id)]}::uuid[]) order by type`
  const back = await sql<{ line: string }[]>`
    select kind || ' ' || amount as line from withdrawals where collection_id = any(${came.map((one) => one.id)}::uuid[])`
  return {
    number: number?.line,
    came: came.map(({ status }) => status),
    receipts: receipts.count,
    told: told.map(({ type }) => type),
    back: back.map(({ line }) => line),
  }
}

const unpaid = { number: 'ACTIVE 0 0', came: [], receipts: 0, told: [], back: [] }
const paid = {
  ...{ number: 'PAID 1 100000', came: ['successful'], receipts: 1, back: [] },
  told: ['collection.success', 'control_number.paid'],
}

/** Whatever was said of the receipt has been heard, and nobody has anything left to say. */
async function isCalm(): Promise<boolean> {
  const { count } = await stage.world.sql`
    (select from provider_callbacks where handled_at is null) union all (select from network_callbacks where deliver_at is not null)`
  return count === 0
}

async function available(): Promise<bigint> {
  const [row] = await stage.world.sql<{ sum: bigint }[]>`
    select coalesce(sum(balance), 0)::bigint as sum from ledger_accounts
    where merchant_id = ${stage.merchant.merchant_id} and kind = 'available'`
  return row?.sum ?? 0n
}

for (const point of points) {
  test(`${point}: the next one credits the receipt once, and whoever asks again hears of the same`, async () => {
    const { id, payment } = await dieAt(point, '1000')
    assert.deepEqual(await writtenOf(id), point === 'bill.taken' ? paid : unpaid)
    await next(async (service) => {
      await until(async () => (await isCalm()) && (await writtenOf(id)).number === paid.number)
      const again = await answered(service, payment)
      assert.deepEqual([again.outcome, again.status], ['paid', 'successful'])
    })
    welcome += 1
    assert.deepEqual(await writtenOf(id), paid)
    assert.equal(await available(), BigInt(welcome) * 100_000n)
  })
}

test('one receipt at which one after another dies is credited once', async () => {
  const { id } = await dieAt('bill.claimed', '1000')
  await hasDied('bill.taking', await stage.startToDie('bill.taking'))
  assert.deepEqual(await writtenOf(id), unpaid)
  await hasDied('bill.taken', await stage.startToDie('bill.taken'))
  assert.deepEqual(await writtenOf(id), paid)
  // It has been taken, and whoever hears of it once more dies with nothing new.
  await hasDied('bill.taken', await stage.startToDie('bill.taken'))
  await next(() => until(isCalm))
  welcome += 1
  assert.deepEqual(await writtenOf(id), paid)
  assert.equal(await available(), BigInt(welcome) * 100_000n)
})

test('money that was not welcome is owed back once, wherever they die', async () => {
  const before = await available()
  const { id } = await dieAt('bill.taking', '1500')
  assert.deepEqual(await writtenOf(id), unpaid)
  await hasDied('bill.taken', await stage.startToDie('bill.taken'))
  await next(() => until(isCalm))
  const { told: _told, ...written } = await writtenOf(id)
  assert.deepEqual(written, {
    ...{ number: 'ACTIVE 0 0', came: ['failed'], receipts: 1, back: ['refund 150000'] },
  })
  assert.equal(await available(), before)
})

test('every point was died at, and the books hold', async () => {
  assert.deepEqual([...died].sort(), [...points].sort())
  const books = await stage.checkBooks()
  assert.equal(books.code, 0, books.output)
})
