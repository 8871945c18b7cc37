import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Service, startService } from '../service.ts'
import { until } from '../test-clusters.ts'
import { hireAdmin } from './money/admin.ts'
import { endStory } from './money/books.ts'
import {
  balanceOf,
  dataOf,
  type Fields,
  inWords,
  openShop,
  referenceOf,
  type Shop,
  somebody,
} from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => endStory(service))

const profile = (shop: Shop, body: Fields) => shop.call('/v1/sandbox/profile', { method: 'PATCH', body })

const eventsOf: Record<string, string[]> = {
  successful: ['collection.success'],
  failed: ['collection.failed'],
  pending_clearance: ['collection.pending_clearance'],
  reversed: ['collection.success', 'collection.reversed'],
}

for (const path of ['wallet-push', 'provider-pesa', 'qr'] as const) {
  test(`${path} ends exactly as simulate_status says, whatever the chance of failure`, async () => {
    const shop = await openShop(service)
    await profile(shop, { failure_rate: 1 })
    const statuses = Object.keys(eventsOf)
    const made = await Promise.all(
      statuses.map((status) =>
        shop.collect(path, {
          amount: 1000,
          simulate_status: status,
          reference: status,
          ...(path !== 'qr' && { phone: somebody }),
        }),
      ),
    )
    for (const { collection_id: id, status, reference } of made) {
      assert.equal(status, 'processing')
      await shop.settled(id, String(reference))
      assert.deepEqual(await shop.events(id), eventsOf[String(reference)])
    }
    // Only what is successful is the shop's; the held waits beside it, and the reversed came and went.
    assert.deepEqual(await shop.balance(), balanceOf({ available: '1000.00', held: '1000.00' }))
    const moved = await shop.transactions()
    assert.deepEqual(moved.map(({ type }) => type).sort(), [
      'collection',
      'collection',
      'collection_reversal',
    ])
  })
}

test('what is settled and then reversed shows both in its history, its books and its events', async () => {
  const shop = await openShop(service)
  const order = { amount: 250.5, phone: somebody, simulate_status: 'reversed' }
  const { collection_id: id } = await shop.collect('wallet-push', order)
  const { provider_payment_status: word } = await shop.settled(id, 'reversed')
  assert.equal(word, 'REVERSED')
  const { history } = await shop.read(id)
  assert.deepEqual(
    history.map(({ from, to }) => [from, to]),
    [
      [null, 'processing'],
      ['processing', 'successful'],
      ['successful', 'reversed'],
    ],
  )
  assert.deepEqual(inWords(await shop.transactions()), [
    'credit collection 250.50 → 250.50',
    'debit collection_reversal 250.50 → 0.00',
  ])
  assert.deepEqual(await shop.balance(), balanceOf({}))
  assert.equal((await shop.refresh(id)).status, 'reversed')
  assert.equal((await shop.transactions()).length, 2)
})

test('a held collection of the sandbox is cleared or declined by a Super Admin of the sandbox', async () => {
  const shop = await openShop(service)
  const admin = await hireAdmin(service)
  const order = { amount: 100, phone: somebody, simulate_status: 'pending_clearance' }
  const [kept, refused] = [await shop.collect('wallet-push', order), await shop.collect('wallet-push', order)]
  for (const { collection_id: id } of [kept, refused]) {
    await shop.settled(id, 'pending_clearance')
    assert.equal(inShort(await admin.decide(id, 'clear', 'live')), '404 not_found')
  }
  assert.equal((await admin.decide(kept.collection_id, 'clear', 'sandbox')).body.data.status, 'successful')
  assert.equal((await admin.decide(refused.collection_id, 'decline', 'sandbox')).body.data.status, 'failed')
  assert.deepEqual(await shop.balance(), balanceOf({ available: '100.00' }))
})

test('simulate_status is for the sandbox, for family A, and for the values that exist', async () => {
  const shop = await openShop(service)
  const order = { amount: 100, phone: somebody, simulate_status: 'failed' }
  const live = await shop.order('wallet-push', order, { key: shop.liveKey })
  assert.equal(inShort(live), '422 simulate_status_not_allowed')
  const odd = await shop.order('wallet-push', { ...order, simulate_status: 'created' })
  assert.equal(inShort(odd), '422 validation_error')
  const { merchantId } = shop
  const ofB = { amount: '100', customer_phone: somebody, simulate_status: 'failed' }
  assert.equal(inShort(await shop.order('ussd-push', ofB)), '422 validation_error')
  assert.equal(dataOf(await shop.dashboard(`/v1/merchants/${merchantId}/collections`, 'sandbox')).total, 0)
  assert.equal(dataOf(await shop.dashboard(`/v1/merchants/${merchantId}/collections`, 'live')).total, 0)
})

test('without a wish all succeed at failure rate 0, and all fail at 1', async () => {
  const shop = await openShop(service)
  for (const [rate, status] of [
    [0, 'successful'],
    [1, 'failed'],
  ] as const) {
    const changed = await profile(shop, { failure_rate: rate, approval_delay_ms: 0 })
    assert.deepEqual(changed.body.data, { failure_rate: rate, approval_delay_ms: 0, random_seed: null })
    const made = await Promise.all(
      Array.from({ length: 12 }, () => shop.collect('wallet-push', { amount: 10, phone: somebody })),
    )
    for (const { collection_id: id } of made) await shop.settled(id, status)
  }
  assert.deepEqual(await shop.balance(), balanceOf({ available: '120.00' }))
})

test('the same seed ends twenty collections the same way, here and in another shop', async () => {
  const shops = [await openShop(service), await openShop(service)]
  const played: string[] = []
  for (const shop of [...shops, shops[0] as Shop]) {
    await profile(shop, { failure_rate: 0.5, random_seed: 7, approval_delay_ms: 0 })
    const ends: unknown[] = []
    for (let round = 0; round < 20; round += 1) {
      const { collection_id: id } = await shop.collect('wallet-push', { amount: 10, phone: somebody })
      await drawn(id)
      ends.push(id)
    }
    played.push((await Promise.all(ends.map((id) => end(shop, id)))).join(' '))
  }
  assert.deepEqual(new Set(played).size, 1)
  assert.match(played[0] ?? '', /successful/)
  assert.match(played[0] ?? '', /failed/)
})

/** Submissions run behind the answers, and chance is drawn when they arrive: each waits for the one before. */
async function drawn(id: unknown): Promise<void> {
  await until(async () => {
    const rows = await service.world.sql`
      select 1 from network_payments where reference = ${referenceOf(id)} and draw > 0`
    return rows.length === 1
  })
}

async function end(shop: Shop, id: unknown): Promise<string> {
  for (;;) {
    const { status } = await shop.state(id)
    if (status !== 'processing') return String(status)
    await sleep(20)
  }
}

test('the profile has its defaults, takes what makes sense, and is for the sandbox only', async () => {
  const shop = await openShop(service)
  const path = '/v1/sandbox/profile'
  assert.deepEqual(dataOf(await shop.call(path)), {
    failure_rate: 0.1,
    approval_delay_ms: 300,
    random_seed: null,
  })
  for (const body of [
    {},
    { failure_rate: 1.1 },
    { failure_rate: -0.1 },
    { approval_delay_ms: 0.5 },
    { seed: 1 },
  ]) {
    assert.equal(inShort(await profile(shop, body)), '422 validation_error', JSON.stringify(body))
  }
  assert.equal(inShort(await shop.call(path, { key: shop.liveKey })), '403 forbidden')
  assert.equal(inShort(await shop.dashboard(path, 'live')), '403 forbidden')
  assert.equal(inShort(await shop.dashboard(path, 'sandbox')), '200')
  await profile(shop, { random_seed: 3 })
  assert.equal(dataOf(await shop.call(path)).failure_rate, 0.1)
})

test('a top-up is test money, once for each key, and never in live', async () => {
  const shop = await openShop(service)
  const sent = { body: { amount: '250.00' }, headers: { 'idempotency-key': crypto.randomUUID() } }
  const first = await shop.call('/v1/sandbox/top-up', sent)
  assert.equal(dataOf(first).available, '250.00')
  assert.deepEqual((await shop.call('/v1/sandbox/top-up', sent)).body, first.body)
  assert.deepEqual(inWords(await shop.transactions()), ['credit deposit 250.00 → 250.00'])
  const live = await shop.call('/v1/sandbox/top-up', { ...sent, key: shop.liveKey })
  assert.equal(inShort(live), '403 forbidden')
  assert.deepEqual(await shop.balance('live'), balanceOf({}))
  for (const amount of ['0', '-1', '1.001', 5]) {
    const odd = await shop.call('/v1/sandbox/top-up', { body: { amount } })
    assert.equal(inShort(odd), '422 validation_error', String(amount))
  }
})
