import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../service.ts'
import { hireAdmin } from './money/admin.ts'
import { endStory } from './money/books.ts'
import { ownClock, workOnce } from './money/own-provider.ts'
import { balanceOf, dataOf, type Fields, openShop, type Shop, somebody } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'

const clock = ownClock()
let service: Service
before(async () => {
  service = await startService({ clock, environment: { ROLE: 'api' } })
})
after(() => endStory(service))

/** The workers' rounds while time passes, in steps small enough that everything happens in its order. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    await workOnce(service)
    clock.pass(100)
  }
  await workOnce(service)
}

test('the approval takes as long as the profile says, and not a millisecond less', async () => {
  const shop = await openShop(service)
  await shop.call('/v1/sandbox/profile', {
    method: 'PATCH',
    body: { approval_delay_ms: 5_000, failure_rate: 0 },
  })
  const { collection_id: id } = await shop.collect('wallet-push', { amount: 10, phone: somebody })
  await workOnce(service)
  clock.pass(4_999)
  await workOnce(service)
  assert.equal((await shop.state(id)).status, 'processing')
  clock.pass(1)
  await workOnce(service)
  assert.equal((await shop.state(id)).status, 'successful')
})

/** Number, where it ends when nobody helps, and the events on the way. */
const magic: [number: string, status: string, events: string[]][] = [
  ['255700000001', 'successful', ['collection.success']],
  ['255700000002', 'failed', ['collection.failed']],
  ['255700000003', 'failed', ['collection.failed']],
  ['255700000004', 'failed', ['collection.failed']],
  ['255700000005', 'processing', []],
  ['255700000006', 'processing', []],
  ['255700000007', 'processing', []],
  ['255700000008', 'successful', ['collection.success']],
  ['255700000009', 'reversed', ['collection.success', 'collection.reversed']],
  ['255700000010', 'successful', ['collection.success']],
  // A bad signature is a hint, and whoever follows it learns the truth.
  ['255700000011', 'successful', ['collection.success']],
  ['255700000012', 'processing', []],
  ['255700000013', 'pending_clearance', ['collection.pending_clearance']],
]
const words: Record<string, string> = {
  '255700000002': 'CANCELLED',
  '255700000003': 'INSUFFICIENT_FUNDS',
  '255700000004': 'WRONG_PIN',
}
const discrepancies: Record<string, string> = {
  '255700000010': 'failure_after_success',
  '255700000012': 'other_amount',
}

test('the magic numbers choose the outcome in both families, whatever the failure rate', async () => {
  const shop = await openShop(service)
  const admin = await hireAdmin(service)
  await shop.call('/v1/sandbox/profile', { method: 'PATCH', body: { failure_rate: 1 } })
  const made: { id: unknown; phone: string }[] = []
  for (const [phone] of magic) {
    const ofA = await shop.collect('wallet-push', { amount: 100, phone })
    const ofB = await shop.push({ amount: '100', customer_phone: phone })
    made.push({ id: ofA.collection_id, phone }, { id: ofB.id, phone })
  }
  await pass(1_500)
  const expected = new Map(magic.map(([phone, status, events]) => [phone, { status, events }]))
  for (const { id, phone } of made) {
    const { status, provider_payment_status: word } = await shop.state(id)
    assert.deepEqual({ status, events: await shop.events(id) }, expected.get(phone), phone)
    if (phone in words) assert.equal(word, words[phone])
    const found = (await admin.discrepancies(id, 'sandbox')).map(({ kind }) => kind)
    assert.deepEqual(found, phone in discrepancies ? [discrepancies[phone]] : [], phone)
  }
  // What was lost is found by asking; what was late comes after half a minute.
  const at = (phone: string) => made.filter((one) => one.phone === phone)
  for (const { id } of at('255700000006')) assert.equal((await shop.refresh(id)).status, 'successful')
  clock.pass(30_000)
  await service.parts.play()
  for (const { id } of at('255700000007')) assert.equal((await shop.state(id)).status, 'successful')
  for (const { id } of at('255700000005')) assert.equal((await shop.refresh(id)).status, 'processing')
})

test('a live push plays by its number too, and a lost callback is brought by the worker alone', async () => {
  const shop = await openShop(service)
  const order = { amount: 100, phone: '255700000006' }
  const { collection_id: id } = await shop.collect('wallet-push', order, { key: shop.liveKey })
  await pass(1_000)
  assert.equal((await shop.state(id, shop.liveKey)).status, 'processing')
  clock.pass(60_000)
  await workOnce(service)
  assert.equal((await shop.state(id, shop.liveKey)).status, 'successful')
  const { history } = await shop.read(id, 'live')
  assert.equal(history.at(-1)?.source, 'look_up')
  assert.deepEqual(await shop.balance('live'), balanceOf({ available: '100.00' }))
  assert.deepEqual(await shop.balance('sandbox'), balanceOf({}))
})

async function prompted(shop: Shop, body: Fields = {}): Promise<{ id: unknown; reference: string }> {
  const { id, provider_reference: reference } = await shop.push(body)
  await workOnce(service)
  return { id, reference: String(reference) }
}

const answer = (shop: Shop, reference: string, body: Fields) =>
  shop.call(`/v1/sandbox/prompts/${reference}/answer`, { body })

test('the handset shows the prompt, and its owner approves or declines', async () => {
  const shop = await openShop(service)
  const [first, second] = [await prompted(shop), await prompted(shop)]
  const shown = dataOf(await shop.call(`/v1/sandbox/prompts?phone=${somebody}`)).items as Fields[]
  assert.deepEqual(
    shown.map(({ provider_reference: reference }) => reference),
    [second.reference, first.reference],
  )
  assert.deepEqual([shown[0]?.amount, shown[0]?.phone], ['1500.00', '255712345678'])
  assert.equal(inShort(await answer(shop, first.reference, { answer: 'approve' })), '422 validation_error')
  const approved = await answer(shop, first.reference, { answer: 'approve', pin: '1234' })
  assert.deepEqual(approved.body.data, { provider_reference: first.reference, state: 'paid' })
  // The answer shows at once: nobody has to wait for a callback that has no way to go.
  assert.equal((await shop.state(first.id)).status, 'successful')
  await answer(shop, second.reference, { answer: 'decline' })
  assert.equal((await shop.state(second.id)).status, 'failed')
  assert.equal(dataOf(await shop.call('/v1/sandbox/prompts')).total, 0)
  for (const { reference } of [first, second]) {
    const again = await answer(shop, reference, { answer: 'approve', pin: '1234' })
    assert.equal(inShort(again), '409 invalid_state')
  }
  assert.deepEqual(await shop.balance(), balanceOf({ available: '1500.00' }))
})

test('a wrong PIN may be mended twice, and the third ends it', async () => {
  const shop = await openShop(service)
  await shop.call(`/v1/sandbox/subscribers/${somebody}`, { method: 'PUT', body: { pin: '4321' } })
  const [mended, spoilt] = [await prompted(shop), await prompted(shop)]
  for (const { reference } of [mended, spoilt]) {
    for (const pin of ['1234', '0000']) {
      const wrong = await answer(shop, reference, { answer: 'approve', pin })
      assert.equal(dataOf(wrong).state, 'waiting')
    }
  }
  await answer(shop, mended.reference, { answer: 'approve', pin: '4321' })
  await answer(shop, spoilt.reference, { answer: 'approve', pin: '9999' })
  assert.equal((await shop.state(mended.id)).status, 'successful')
  const { status, provider_payment_status: word } = await shop.state(spoilt.id)
  assert.deepEqual([status, word], ['failed', 'WRONG_PIN'])
})

test('an empty purse pays nothing', async () => {
  const shop = await openShop(service)
  await shop.call(`/v1/sandbox/subscribers/${somebody}`, { method: 'PUT', body: { balance: '2000.00' } })
  const [first, second] = [await prompted(shop), await prompted(shop)]
  for (const { reference } of [first, second])
    await answer(shop, reference, { answer: 'approve', pin: '1234' })
  assert.equal((await shop.state(first.id)).status, 'successful')
  assert.equal((await shop.state(second.id)).provider_payment_status, 'INSUFFICIENT_FUNDS')
  assert.equal(dataOf(await shop.call(`/v1/sandbox/subscribers/${somebody}`)).balance, '500.00')
})

test('the prompt of one shop is nothing to another, nor to live', async () => {
  const [shop, other] = [await openShop(service), await openShop(service)]
  const { reference, id } = await prompted(shop)
  const body = { answer: 'approve', pin: '1234' }
  assert.equal(inShort(await answer(other, reference, body)), '404 not_found')
  assert.equal(inShort(await answer(shop, 'MLP0', body)), '404 not_found')
  const live = await shop.call(`/v1/sandbox/prompts/${reference}/answer`, { body, key: shop.liveKey })
  assert.equal(inShort(live), '403 forbidden')
  assert.equal((await shop.state(id)).status, 'processing')
})

test('no message leaves the sandbox: it lies in the outbox, and live has none', async () => {
  const shop = await openShop(service)
  await prompted(shop, { customer_phone: '0754000000' })
  await prompted(shop)
  await shop.push({}, { key: shop.liveKey })
  await workOnce(service)
  const outbox = dataOf(await shop.call('/v1/sandbox/outbox'))
  assert.equal(outbox.total, 2)
  const found = dataOf(await shop.call('/v1/sandbox/outbox?recipient=0754000000')).items as Fields[]
  assert.equal(found.length, 1)
  assert.deepEqual([found[0]?.channel, found[0]?.recipient], ['push', '255754000000'])
  assert.match(String(found[0]?.text), /TZS 1500\.00/)
})
