import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { failures } from '@malipo/contract'
import { hireAdmin } from './money/admin.ts'
import { workOnce } from './money/own-provider.ts'
import { dataOf, type Fields, openShop, type Shop, somebody } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { type NetworkStage, openNetworkStage } from './payouts/network-stage.ts'
import type { Till } from './payouts/till.ts'

let stage: NetworkStage
let shop: Shop
let admin: Awaited<ReturnType<typeof hireAdmin>>
before(async () => {
  stage = await openNetworkStage()
  ;[shop, admin] = await Promise.all([openShop(stage.service), hireAdmin(stage.service)])
})
after(() => stage.close())

/** The network plays what is due, and whoever is silent is looked up. */
async function work(): Promise<void> {
  await workOnce(stage.service)
  for (const passing of [30_000, 1_000]) {
    stage.clock.pass(passing)
    await workOnce(stage.service)
  }
}

async function push(phone: string): Promise<unknown> {
  return (await shop.collect('wallet-push', { amount: 1000, phone })).collection_id
}

type Said = { status: unknown; message: unknown; code: unknown; words: unknown }

function said({ status, message, failure_code: code, failure_message: words }: Fields): Said {
  return { status, message, code, words }
}

/** What is said of a collection in the form of each family and in its last event: the same everywhere. */
async function saidOf(id: unknown): Promise<Said> {
  const [inA, inB] = [said(await shop.state(id)), said(await shop.read(id))]
  assert.deepEqual(inB, inA)
  const told = await lastEvent(id)
  if (told) assert.deepEqual(said(told), inA)
  return inA
}

async function lastEvent(id: unknown): Promise<Fields | null> {
  const [event] = await stage.service.world.sql<{ body: string }[]>`
    select body from events where resource_id = ${String(id)} order by sequence desc limit 1`
  return event ? (JSON.parse(event.body) as { data: Fields }).data : null
}

const phones = {
  declined: '255700000002',
  insufficient_funds: '255700000003',
  wrong_pin: '255700000004',
  refused: '255700000014',
  expired: '255700000015',
  cancelled: '255700000016',
  invalid_number: '255700000017',
  limit: '255700000018',
}

test('each reason of the network has its code, and its words are the message, in every form and event', async () => {
  const ids = Object.fromEntries(
    await Promise.all(Object.entries(phones).map(async ([code, phone]) => [code, await push(phone)])),
  )
  await work()
  const words = new Set<unknown>()
  for (const [code, id] of Object.entries(ids)) {
    const { words: shown, ...rest } = await saidOf(id)
    assert.deepEqual(rest, { status: 'failed', message: shown, code })
    words.add(shown)
  }
  assert.equal(words.size, Object.keys(phones).length)
})

test('the message follows the status, and what has not failed has no failure', async () => {
  const idempotencyKey = randomUUID()
  const order = { amount: 1000, phone: '255700000009', reference: 'order 9' }
  const made = await shop.collect('wallet-push', order, { idempotencyKey })
  const held = await push('255700000013')
  const paid = await push('255700000001')
  const asked = await saidOf(made.collection_id)
  assert.deepEqual(asked, { status: 'processing', message: made.message, code: null, words: null })
  await work()
  const all = [asked, ...(await Promise.all([made.collection_id, held, paid].map(saidOf)))]
  assert.deepEqual(
    all.map(({ status, code, words }) => [status, code, words]),
    [
      ['processing', null, null],
      ['reversed', null, null],
      ['pending_clearance', null, null],
      ['successful', null, null],
    ],
  )
  assert.equal(new Set(all.map(({ message }) => message)).size, 4)
  const hosted = await shop.collect('', { amount: 1000 })
  assert.equal(
    (await shop.state(hosted.collection_id)).message,
    'The customer has not picked a way to pay yet.',
  )
  // A repeated request is answered as it was, whatever became of the collection since.
  assert.deepEqual(await shop.collect('wallet-push', order, { idempotencyKey }), made)
})

test('what a Super Admin declines is rejected, with the words of the note', async () => {
  const id = await push('255700000013')
  await work()
  assert.equal(inShort(await admin.decide(id, 'decline', 'sandbox')), '200')
  assert.deepEqual(await saidOf(id), {
    status: 'failed',
    message: 'looked at it',
    code: 'rejected',
    words: 'looked at it',
  })
})

test('a code that nobody pays has expired; if it was paid after all, there is no failure left', async () => {
  const { id, provider_reference: reference } = await shop.collect('dynamic-qr', { amount: '1000' })
  stage.clock.pass(3_600_000)
  await work()
  assert.deepEqual(await saidOf(id), {
    status: 'failed',
    message: failures.expired,
    code: 'expired',
    words: failures.expired,
  })
  assert.equal(dataOf(await shop.tell({ reference: String(reference) })).outcome, 'discrepancy')
  const [found] = await admin.discrepancies(id, 'sandbox')
  const settle = async () =>
    inShort(await admin.settle(found?.id, { action: 'accept_provider', note: 'it is there' }, 'sandbox'))
  // The network, asked once more, knows of no payment: that is news, and the next decision is made knowing it.
  assert.deepEqual([await settle(), await settle()], ['409 invalid_state', '200'])
  const { status, code, words } = await saidOf(id)
  assert.deepEqual([status, code, words], ['successful', null, null])
})

test('what the merchant’s own callback fails was declined', async () => {
  const { id, provider_reference: reference } = await shop.push({ customer_phone: somebody })
  dataOf(await shop.tell({ type: 'collection.failed', reference: String(reference) }))
  const { status, code } = await saidOf(id)
  assert.deepEqual([status, code], ['failed', 'declined'])
})

async function sandboxTill(): Promise<Till> {
  const till = await stage.openTill()
  dataOf(await till.call('/v1/sandbox/profile', { method: 'PATCH', body: { failure_rate: 0 } }))
  dataOf(await till.call('/v1/sandbox/top-up', { body: { amount: '50000' } }))
  return till
}

async function disburse(till: Till, last: string, amount = '1000'): Promise<unknown> {
  const order = {
    merchant_id: till.merchantId,
    amount,
    destination_code: 'MPESA',
    destination_name: 'Asha',
    destination_identifier: `2557000001${last}`,
  }
  const headers = { 'idempotency-key': randomUUID() }
  return dataOf(await till.call('/v1/disbursements/mobile-money', { body: order, headers })).id
}

/** What is said of a payout: to keys, in the dashboard, to Super Admins and in its last event, the same everywhere. */
async function saidOfPayout(till: Till, id: unknown): Promise<unknown[]> {
  const shown = [
    dataOf(await till.call(`/v1/disbursements/${id}`)),
    await till.read(id, 'sandbox'),
    await stage.desk.story(id, 'sandbox'),
    (await lastEvent(id)) ?? {},
  ].map(({ status, failure_code: code, failure_message: words }) => [status, code, words])
  for (const one of shown) assert.deepEqual(one, shown[0])
  return shown[0] ?? []
}

async function rounds(): Promise<void> {
  for (let round = 0; round < 4; round += 1) await stage.round()
}

test('a payout that failed says why to everybody, and one that was paid has no failure', async () => {
  const till = await sandboxTill()
  const lasts = { refused: '02', declined: '12', expired: '13', invalid_number: '14', limit: '15' }
  const ids = new Map<string, unknown>()
  for (const [code, last] of Object.entries(lasts)) ids.set(code, await disburse(till, last))
  const paid = await disburse(till, '01')
  await rounds()
  for (const [code, id] of ids) {
    const [status, shown, words] = await saidOfPayout(till, id)
    assert.deepEqual([status, shown], ['FAILED', code])
    assert.match(String(words), /^(The|Nobody) .+\.$/)
  }
  assert.deepEqual(await saidOfPayout(till, paid), ['SUCCESS', null, null])
})

test('what the sandbox cannot cover says so', async () => {
  const till = await sandboxTill()
  const ids = [await disburse(till, '01', '30000'), await disburse(till, '01', '30000')]
  await rounds()
  const ends = [await saidOfPayout(till, ids[0]), await saidOfPayout(till, ids[1])]
  // Which of the two comes first is left to the workers.
  assert.deepEqual(ends.map(([status, code]) => `${status} ${code}`).sort(), [
    'FAILED insufficient_funds',
    'SUCCESS null',
  ])
})
