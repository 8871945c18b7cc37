import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../service.ts'
import { endStory } from './money/books.ts'
import { assertShape, shapes } from './money/shapes.ts'
import { balanceOf, dataOf, openShop, type Shop, somebody } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'

let service: Service
let shop: Shop
before(async () => {
  service = await startService()
  shop = await openShop(service)
})
after(() => endStory(service))

test('a hosted page begins as created, and asking the provider about it changes nothing', async () => {
  const made = await shop.collect('', {
    amount: 1000,
    currency: 'TZS',
    reference: 'order 1',
    redirect_url: 'https://shop.test/paid',
    cancel_url: 'https://shop.test/cancelled',
    webhook_url: 'https://shop.test/ignored',
  })
  assertShape(shapes.hosted, made)
  assert.deepEqual([made.status, made.reference], ['created', 'order 1'])
  const before = await shop.state(made.collection_id)
  assertShape(shapes.state, before)
  assert.deepEqual([before.status, before.method, before.amount], ['created', null, 1000])
  assert.deepEqual(await shop.refresh(made.collection_id), before)
  assert.deepEqual(await shop.refresh(made.collection_id), before)
  assert.deepEqual(await shop.events(made.collection_id), [])
})

/** Made in the dashboard, with the sandbox picked there. */
async function hostedByPerson(): Promise<unknown> {
  const made = await shop.dashboard('/v1/collections', 'sandbox', {
    body: { merchant_id: shop.merchantId, amount: 1000 },
    headers: { 'idempotency-key': randomUUID() },
  })
  return dataOf(made).collection_id
}

test('a hosted page is live whoever made it; from the sandbox, all credentials of it may see it', async () => {
  const keys = `/v1/merchants/${shop.merchantId}/api-keys`
  const later = dataOf(await shop.dashboard(keys, 'sandbox', { body: { environment: 'sandbox' } }))
  const ids = [(await shop.collect('', { amount: 1000 })).collection_id, await hostedByPerson()]
  const rotate = `${keys}/${later.id}/rotate`
  const rotated = dataOf(await shop.dashboard(rotate, 'sandbox', { body: { overlap_seconds: 60 } }))
  const other = await openShop(service)
  for (const id of ids) {
    for (const key of [shop.sandboxKey, shop.liveKey, String(later.api_key), String(rotated.api_key)]) {
      assert.equal((await shop.state(id, key)).status, 'created')
      assert.equal((await shop.refresh(id, key)).status, 'created')
    }
    for (const environment of ['live', 'sandbox'] as const) {
      assert.equal((await shop.read(id, environment)).status, 'created')
      assert.equal(inShort(await shop.dashboard(`/v1/collections/${id}`, environment)), '200')
    }
    for (const key of [other.liveKey, other.sandboxKey]) {
      assert.equal(inShort(await shop.call(`/v1/collections/${id}`, { key })), '404 not_found')
      const refreshed = await shop.call(`/v1/collections/${id}/refresh-status`, { key, method: 'POST' })
      assert.equal(inShort(refreshed), '404 not_found')
    }
  }
})

test('what a live key made on the hosted page is nothing to any sandbox key', async () => {
  const { collection_id: id } = await shop.collect('', { amount: 1000 }, { key: shop.liveKey })
  assert.equal(inShort(await shop.call(`/v1/collections/${id}`)), '404 not_found')
  assert.equal((await shop.state(id, shop.liveKey)).status, 'created')
})

test('the pushes of family A answer in its words and amounts are numbers', async () => {
  const messages = new Set<unknown>()
  for (const [path, method] of [
    ['wallet-push', 'wallet_push'],
    ['provider-pesa', 'provider_pesa'],
  ] as const) {
    const made = await shop.collect(path, { amount: 1000.5, phone: somebody, reference: 'order 2' })
    assertShape(shapes.pushOfA, made)
    assert.deepEqual([made.status, made.reference], ['processing', 'order 2'])
    messages.add(made.message)
    const state = await shop.state(made.collection_id)
    assertShape(shapes.state, state)
    assert.deepEqual([state.method, state.amount, state.currency], [method, 1000.5, 'TZS'])
  }
  assert.equal(messages.size, 2, 'the two pushes tell the customer different things')
})

test('the code of family A never runs out, and nothing is pushed to the phone that comes with it', async () => {
  const made = await shop.collect('qr', { amount: 500, customer_phone: somebody, reference: 'order 3' })
  assertShape(shapes.qrOfA, made)
  assert.deepEqual([made.status, made.expires_at], ['processing', null])
  assert.equal((await shop.state(made.collection_id)).method, 'qr')
})

test('the pushes of family B answer in its words and amounts are decimal strings', async () => {
  for (const [path, method] of [
    ['ussd-push', 'USSD_PUSH'],
    ['stk-push', 'STK_PUSH'],
    ['provider-pesa-push', 'PROVIDER_PESA_PUSH'],
  ] as const) {
    const made = await shop.collect(path, {
      amount: '1500',
      customer_phone: '+255712345678',
      customer_name: 'Asha',
      customer_email: 'asha@home.test',
      description: 'Kanga',
      merchant_reference: 'order 4',
      callback_url: 'https://shop.test/Recorded?as=it+came',
    })
    assertShape(shapes.pushOfB, made)
    assert.deepEqual(
      [made.method, made.amount, made.customer_phone, made.merchant_reference, made.status],
      [method, '1500.00', '255712345678', 'order 4', 'processing'],
    )
    const shown = await shop.read(made.id)
    assert.deepEqual(
      [shown.customer_name, shown.customer_email, shown.description],
      ['Asha', 'asha@home.test', 'Kanga'],
    )
    const recorded = 'https://shop.test/Recorded?as=it+came'
    assert.deepEqual([made.callback_url, shown.callback_url], [recorded, recorded])
    assert.equal(made.merchant_id, shop.merchantId)
    assert.equal(made.completed_at, null)
  }
})

test('the code of family B tells when it runs out, shows no phone and has no picture', async () => {
  const made = await shop.collect('dynamic-qr', { amount: '1500', merchant_reference: 'order 5' })
  assertShape(shapes.qrOfB, made)
  assert.deepEqual([made.method, made.qr_image_url], ['DYNAMIC_QR', null])
  assert.equal(made.expires_at, made.qr_expires_at)
  const livesForMs = Date.parse(String(made.qr_expires_at)) - Date.parse(String(made.created_at))
  assert.equal(livesForMs, 15 * 60_000)
  const phoned = await shop.order('dynamic-qr', { amount: '1500', customer_phone: somebody })
  assert.equal(inShort(phoned), '422 validation_error')
})

test('every collection reads in both forms, whichever call made it', async () => {
  const ofA = ['', 'wallet-push', 'provider-pesa', 'qr'] as const
  const ofB = ['ussd-push', 'stk-push', 'provider-pesa-push', 'dynamic-qr'] as const
  const key = shop.liveKey
  for (const path of [...ofA, ...ofB]) {
    const inA = ofA.includes(path as (typeof ofA)[number])
    const phoned = path.includes('push') || path.includes('pesa')
    const made = await shop.collect(
      path,
      inA
        ? { amount: 700.25, reference: path || 'page', ...(phoned && { phone: somebody }) }
        : { amount: '700.25', merchant_reference: path, ...(phoned && { customer_phone: somebody }) },
      { key },
    )
    const id = made.collection_id ?? made.id
    const state = await shop.state(id, key)
    const { history, ...shown } = await shop.read(id, 'live')
    assertShape(shapes.state, state)
    if (path !== '') assertShape(shapeShown(path), shown)
    assert.deepEqual([state.collection_id, shown.id], [id, id])
    assert.deepEqual([state.amount, shown.amount], [700.25, '700.25'])
    assert.deepEqual([state.reference, shown.merchant_reference], [path || 'page', path || 'page'])
    assert.equal(history[0]?.to, path === '' ? 'created' : 'processing')
  }
})

/** A code of family A has the fields of family B's, and never runs out. */
function shapeShown(path: string) {
  const never = (value: unknown) => value === null
  if (path === 'qr') return { ...shapes.shownQr, qr_expires_at: never, expires_at: never }
  return path === 'dynamic-qr' ? shapes.shownQr : shapes.shownPush
}

test('a callback of success makes it successful, and one of failure failed', async () => {
  const seller = await openShop(service)
  const [paid, refused] = [await seller.push(), await seller.push()]
  const yes = await seller.tell({ reference: String(paid.provider_reference) })
  const no = await seller.tell({ type: 'collection.failed', reference: String(refused.provider_reference) })
  assert.deepEqual([yes.status, yes.body.data.outcome, yes.body.data.status], [200, 'applied', 'successful'])
  assert.deepEqual([no.status, no.body.data.outcome, no.body.data.status], [200, 'applied', 'failed'])
  assert.deepEqual(await seller.events(paid.id), ['collection.success'])
  assert.deepEqual(await seller.events(refused.id), ['collection.failed'])
  assert.deepEqual(await seller.balance(), balanceOf({ available: '1500.00' }))
  const shown = await seller.read(paid.id)
  assert.ok(shown.completed_at !== null)
  assert.deepEqual(
    shown.history.map(({ from, to, source }) => [from, to, source]),
    [
      [null, 'processing', 'caller'],
      ['processing', 'successful', 'callback'],
    ],
  )
  // Another look at the provider, who knows nothing of what the shop's developer told, undoes neither.
  assert.equal((await seller.refresh(paid.id)).status, 'successful')
  assert.equal((await seller.refresh(refused.id)).status, 'failed')
  assert.deepEqual(await seller.balance(), balanceOf({ available: '1500.00' }))
})

test('an id that is none, nobody’s or somebody else’s is not found', async () => {
  const { id } = await (await openShop(service)).push()
  for (const path of [id, randomUUID(), 'nothing']) {
    assert.equal(inShort(await shop.call(`/v1/collections/${path}`)), '404 not_found')
    const refreshed = await shop.call(`/v1/collections/${path}/refresh-status`, { method: 'POST' })
    assert.equal(inShort(refreshed), '404 not_found')
  }
})
