import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { batchSender, playBatches } from '../../src/batches/batches.ts'
import { rowTo } from './batches/stage.ts'
import { dataOf, type Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { type NetworkStage, openNetworkStage } from './payouts/network-stage.ts'
import type { Till } from './payouts/till.ts'
import { hireRuleMaker } from './risk/rule-maker.ts'

let stage: NetworkStage
let send: () => Promise<number>
let till: Till
before(async () => {
  stage = await openNetworkStage()
  send = batchSender(stage.service.world)
  till = await stage.openTill()
  const topUp = { body: { amount: '100000.00' }, headers: { 'idempotency-key': randomUUID() } }
  assert.equal((await till.call('/v1/sandbox/top-up', topUp)).status, 200)
})
after(() => stage.close())

async function submit(rows: Fields[], more: Fields = {}): Promise<Fields> {
  const answer = await till.call('/v1/disbursement-batches', {
    body: { merchant_id: till.merchantId, name: 'Mishahara', rows, ...more },
    headers: { 'idempotency-key': randomUUID() },
  })
  assert.equal(answer.status, 202, JSON.stringify(answer.body))
  return answer.body.data
}

async function read(id: unknown): Promise<Fields & { history: Fields[] }> {
  return dataOf(await till.call(`/v1/disbursement-batches/${id}`)) as Fields & { history: Fields[] }
}

/** Everybody who works by themselves comes round, again and again. */
async function pass(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await playBatches(stage.service.parts)
    await send()
    await stage.round()
  }
}

const pathOf = ({ history }: { history: Fields[] }) => history.map(({ to, source }) => `${to} by ${source}`)

test('nobody has to approve: the batch is approved, sent and done by itself', async () => {
  const { id } = await submit([rowTo('255700000101'), rowTo('255700000102'), rowTo('255700000101')])
  await pass(12)
  const done = await read(id)
  assert.deepEqual(pathOf(done), [
    'PENDING_ADMIN_APPROVAL by caller',
    'PROCESSING by simulated_admin',
    'DONE by service',
  ])
  assert.deepEqual(done.by_status, { FAILED: 1, SUCCESS: 2 })
})

test('about some recipients the played one asks first, and the merchant may answer', async () => {
  const { id } = await submit([rowTo('255700000116')])
  await pass(4)
  assert.equal((await read(id)).status, 'INFO_REQUESTED')
  const answer = await till.call(`/v1/disbursement-batches/${id}/info`, { body: { message: 'Our cook.' } })
  assert.equal(inShort(answer), '200')
  await pass(12)
  assert.equal((await read(id)).status, 'DONE')
})

test('it pauses when the network turns us away, and goes on by itself', async () => {
  const { id } = await submit([rowTo('255700000105'), rowTo('255700000101')])
  await pass(6)
  await stage.operate()
  await pass(12)
  await stage.operate()
  await pass(12)
  const done = await read(id)
  assert.deepEqual(pathOf(done), [
    'PENDING_ADMIN_APPROVAL by caller',
    'PROCESSING by simulated_admin',
    'PAUSED by service',
    'PROCESSING by simulated_admin',
    'DONE by service',
  ])
  assert.deepEqual(done.by_status, { SUCCESS: 2 })
})

test('the approval of a row under review is played, too', async () => {
  const { make } = await hireRuleMaker(stage.service)
  await make(
    till,
    { field: 'amount', is: 'equals', value: '5001' },
    { applies_to: 'payouts', action: 'review' },
  )
  const { id } = await submit([rowTo('255700000101'), rowTo('255700000101', { amount: '5001.00' })])
  await pass(12)
  const done = await read(id)
  assert.deepEqual([done.status, done.by_status], ['DONE', { SUCCESS: 2 }])
})

test('with approve_rows the approval of each row is played, too', async () => {
  const { id } = await submit([rowTo('255700000101'), rowTo('255700000111')], { approve_rows: true })
  await pass(15)
  const done = await read(id)
  assert.deepEqual([done.status, done.by_status], ['DONE', { SUCCESS: 2 }])
})

test('what the balance no longer covers is rejected, and its rows have failed', async () => {
  const { available } = await till.balance('sandbox')
  const most = String(Math.floor(Number(available) / 1.02))
  const first = await submit([rowTo('255700000101', { amount: most })])
  const second = await submit([rowTo('255700000101', { amount: most })])
  await pass(12)
  assert.equal((await read(first.id)).status, 'DONE')
  const rejected = await read(second.id)
  assert.deepEqual([rejected.status, rejected.by_status], ['REJECTED', { FAILED: 1 }])
})

test('a retry that the balance did not cover is over, and is tried again from there, once', async () => {
  const deposit = async (amount: string) => {
    const answer = await till.call('/v1/sandbox/top-up', {
      body: { amount },
      headers: { 'idempotency-key': randomUUID() },
    })
    assert.equal(answer.status, 200)
  }
  const retry = (id: unknown) =>
    till.call(`/v1/disbursement-batches/${id}/retry-failed`, {
      method: 'POST',
      headers: { 'idempotency-key': randomUUID() },
    })
  await deposit('50000.00')
  const failed = await submit([rowTo('255700000102')])
  await pass(12)
  const again = dataOf(await retry(failed.id))
  // Asked for while the balance covered both, and approved when it covers one.
  const { available } = await till.balance('sandbox')
  const rest = await submit([rowTo('255700000101', { amount: String(Math.floor(Number(available) / 1.02)) })])
  await stage.service.world.sql`
    update disbursement_batches set due_at = due_at + interval '1 minute' where id = ${String(again.id)}`
  await pass(12)
  assert.equal((await read(rest.id)).status, 'DONE')
  await till.call('/v1/sandbox/advance', { body: { id: again.id } })
  await pass(4)
  const short = await read(again.id)
  assert.deepEqual([short.status, short.by_status, short.rows_to_retry], ['REJECTED', { FAILED: 1 }, 1])
  await deposit('50000.00')
  const third = await retry(again.id)
  assert.equal(third.status, 202, JSON.stringify(third.body))
  assert.deepEqual(
    [inShort(await retry(again.id)), inShort(await retry(failed.id))],
    ['409 invalid_state', '409 invalid_state'],
  )
  assert.equal((await read(again.id)).rows_to_retry, 0)
  await pass(12)
  assert.equal((await read(dataOf(third).id)).status, 'DONE')
})

test('what is due is made due now, and nothing else', async () => {
  const topUp = { body: { amount: '10000.00' }, headers: { 'idempotency-key': randomUUID() } }
  await till.call('/v1/sandbox/top-up', topUp)
  const { id } = await submit([rowTo('255700000101')])
  const advance = (subject: unknown) => till.call('/v1/sandbox/advance', { body: { id: subject } })
  const [row] = dataOf(await till.call(`/v1/disbursement-batches/${id}/rows`)).items as Fields[]
  assert.equal(inShort(await advance(row?.id)), '409 invalid_state', 'a row is decided with its batch')
  const advanced = dataOf(await advance(id))
  assert.equal(advanced.what, 'approval')
  await playBatches(stage.service.parts)
  assert.equal((await read(id)).status, 'PROCESSING')
  assert.equal(inShort(await advance(id)), '409 invalid_state')
  await pass(12)
})
