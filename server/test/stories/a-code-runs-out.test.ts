import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../service.ts'
import { hireAdmin } from './money/admin.ts'
import { endStory } from './money/books.ts'
import { ownClock, ownProvider, pendingWithCode, succeeded, workOnce } from './money/own-provider.ts'
import { balanceOf, type Fields, openShop, referenceOf, type Shop } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'

const provider = ownProvider({ collect: pendingWithCode })
const clock = ownClock()
const minuteMs = 60_000
let service: Service
let shop: Shop
let admin: Awaited<ReturnType<typeof hireAdmin>>
before(async () => {
  service = await startService({ clock, environment: { ROLE: 'api' }, providers: { live: provider } })
  shop = await openShop(service)
  admin = await hireAdmin(service)
})
after(() => endStory(service))

const pending = { kind: 'pending', providerStatus: 'PENDING' } as const
const silent = { kind: 'unknown', because: 'silence' } as const

async function showCode(body: Fields = {}) {
  const made = await shop.collect('dynamic-qr', { amount: '1500', ...body }, { key: shop.liveKey })
  return { id: made.id, reference: String(made.provider_reference), expiresAt: String(made.qr_expires_at) }
}

const state = (id: unknown) => shop.state(id, shop.liveKey)

async function pass(ms: number): Promise<void> {
  clock.pass(ms)
  await workOnce(service)
}

test('a code that nobody paid fails as expired when its time is up, after the provider was asked', async () => {
  provider.script.lookUp = () => pending
  const { id, reference, expiresAt } = await showCode()
  while (clock.now().getTime() + minuteMs < Date.parse(expiresAt)) await pass(minuteMs)
  assert.equal((await state(id)).status, 'processing', 'not a minute too early')
  const asked = provider.questions.length
  clock.pass(Date.parse(expiresAt) - clock.now().getTime())
  await workOnce(service)
  assert.deepEqual(provider.questions.slice(asked), [reference])
  const { status, provider_payment_status: word } = await state(id)
  assert.deepEqual([status, word], ['failed', 'EXPIRED'])
  assert.deepEqual(await shop.events(id), ['collection.failed'])
  const { history } = await shop.read(id, 'live')
  assert.equal(history.at(-1)?.source, 'expiry')
})

test('a provider that does not answer keeps an old code open, and its word decides', async () => {
  provider.script.lookUp = () => silent
  const [unpaid, paid] = [await showCode(), await showCode()]
  for (let round = 0; round < 20; round += 1) await pass(60 * minuteMs)
  for (const { id } of [unpaid, paid]) assert.equal((await state(id)).status, 'processing')
  provider.script.lookUp = (reference) => (reference === paid.reference ? succeeded(150_000n) : pending)
  // Whoever was silent for so long is asked by one at first.
  for (let round = 0; round < 3; round += 1) await pass(24 * 60 * minuteMs)
  assert.equal((await state(unpaid.id)).provider_payment_status, 'EXPIRED')
  assert.equal((await state(paid.id)).status, 'successful')
  assert.deepEqual(await shop.balance('live'), balanceOf({ available: '1500.00' }))
})

test('a code that the provider has never seen is over when its time is up', async () => {
  provider.script.lookUp = () => ({ kind: 'never_seen' })
  const { id } = await showCode()
  await pass(16 * minuteMs)
  const { status, provider_payment_status: word } = await state(id)
  assert.deepEqual([status, word], ['failed', 'EXPIRED'])
  assert.equal(provider.orders.filter(({ reference }) => reference === referenceOf(id)).length, 1)
})

test('money that comes for an expired code is never dropped: a person decides', async () => {
  provider.script.lookUp = () => pending
  const before = await shop.balance('live')
  const { id, reference } = await showCode()
  await pass(16 * minuteMs)
  assert.equal((await state(id)).status, 'failed')
  const late = await provider.tell(service, reference, succeeded(150_000n))
  assert.deepEqual([late.body.data.outcome, late.body.data.status], ['discrepancy', 'failed'])
  assert.deepEqual(await shop.balance('live'), before)
  const [found, ...more] = await admin.discrepancies(id)
  assert.deepEqual([found?.kind, found?.status, more.length], ['success_after_failure', 'open', 0])
  assert.equal(inShort(await admin.settle(found?.id, { action: 'accept_provider' })), '200')
  assert.equal((await state(id)).status, 'successful')
  assert.deepEqual(await shop.events(id), ['collection.failed', 'collection.success'])
})

test('a refresh asks too, and does not give up a code by itself before its time', async () => {
  provider.script.lookUp = () => pending
  const { id } = await showCode()
  assert.equal((await shop.refresh(id, shop.liveKey)).status, 'processing')
  clock.pass(14 * minuteMs)
  assert.equal((await shop.refresh(id, shop.liveKey)).status, 'processing')
  provider.script.lookUp = () => succeeded(150_000n)
  assert.equal((await shop.refresh(id, shop.liveKey)).status, 'successful')
})

test('the provider is told when to take no more money, and only for codes that run out', async () => {
  const { reference, expiresAt } = await showCode()
  const made = await shop.collect('qr', { amount: 10 }, { key: shop.liveKey })
  const orderOf = (wanted: string) => provider.orders.find((order) => order.reference === wanted)
  assert.equal(orderOf(reference)?.expiresAt?.toISOString(), expiresAt)
  assert.equal(orderOf(referenceOf(made.collection_id))?.expiresAt, null)
})

test('the code of family A never runs out', async () => {
  provider.script.lookUp = () => pending
  const { collection_id: id } = await shop.collect('qr', { amount: 10 }, { key: shop.liveKey })
  for (let day = 0; day < 60; day += 1) await pass(24 * 60 * minuteMs)
  assert.equal((await state(id)).status, 'processing')
  provider.script.lookUp = (reference) => (reference === referenceOf(id) ? succeeded(1_000n) : pending)
  await pass(24 * 60 * minuteMs)
  assert.equal((await state(id)).status, 'successful')
})

test('in the sandbox too: an unpaid code expires, and its prompt with it', async () => {
  const made = await shop.collect('dynamic-qr', { amount: '20' })
  const path = `/v1/sandbox/prompts/${made.provider_reference}/answer`
  for (let round = 0; round < 17; round += 1) await pass(minuteMs)
  const { status, provider_payment_status: word } = await shop.state(made.id)
  assert.deepEqual([status, word], ['failed', 'EXPIRED'])
  const late = await shop.call(path, { body: { answer: 'approve', pin: '1234' } })
  assert.equal(inShort(late), '409 invalid_state')
})

test('a code that did not come is no collection to pay: it is refused, and may be asked for again', async (t) => {
  t.after(() => {
    provider.script.collect = pendingWithCode
  })
  provider.script.collect = () => silent
  const idempotencyKey = crypto.randomUUID()
  const ask = () => shop.order('dynamic-qr', { amount: '33' }, { key: shop.liveKey, idempotencyKey })
  const first = await ask()
  assert.equal(inShort(first), '502 provider_error')
  const { collection_id: id } = first.body.error.details as { collection_id: string }
  assert.equal((await state(id)).status, 'processing')
  provider.script.collect = pendingWithCode
  const second = await ask()
  assert.equal(inShort(second), '202')
  assert.equal(second.body.data.id, id)
  assert.equal(second.body.data.qr_payload, `code of ${referenceOf(id)}`)
})

test('no code is given out for a collection that is over', async (t) => {
  t.after(() => {
    provider.script.collect = pendingWithCode
  })
  provider.script.lookUp = () => pending
  const idempotencyKey = crypto.randomUUID()
  const ask = () => shop.order('dynamic-qr', { amount: '34' }, { key: shop.liveKey, idempotencyKey })
  provider.script.collect = () => ({
    kind: 'failed',
    providerStatus: 'REJECTED',
    reason: 'refused',
    providerMessage: 'not today',
  })
  assert.equal(inShort(await ask()), '502 provider_error')
  provider.script.collect = pendingWithCode
  const again = await ask()
  assert.equal(inShort(again), '502 provider_error')
  assert.equal((again.body.error.details as { status: string }).status, 'failed')
})
