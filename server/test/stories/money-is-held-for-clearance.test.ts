import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { newMember, type Service, sessionOf, startService } from '../service.ts'
import { hireAdmin } from './money/admin.ts'
import { endStory } from './money/books.ts'
import { declined, ownClock, ownProvider, succeeded, workOnce } from './money/own-provider.ts'
import { balanceOf, dataOf, type Fields, inWords, openShop, type Shop, somebody } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'

const provider = ownProvider({ collect: () => ({ kind: 'pending', providerStatus: 'PENDING' }) })
const clock = ownClock()
let service: Service
let admin: Awaited<ReturnType<typeof hireAdmin>>
before(async () => {
  service = await startService({ clock, environment: { ROLE: 'api' }, providers: { live: provider } })
  admin = await hireAdmin(service)
})
after(() => endStory(service))

/** A shop that has a number of its own, and payments above which a person looks. */
async function guardedShop(): Promise<Shop> {
  const shop = await openShop(service)
  await service.world.sql`
    update merchants set phone = '255754999999', hold_threshold = 200000 where id = ${shop.merchantId}`
  return shop
}

async function paid(shop: Shop, body: Fields = {}, payer?: string) {
  const { id, provider_reference: reference } = await shop.push(body, { key: shop.liveKey })
  await workOnce(service)
  const word = { ...succeeded(), ...(payer !== undefined && { payer }) }
  const { body: told } = await provider.tell(service, reference, word)
  assert.equal(told.data.outcome, 'applied', JSON.stringify(told))
  return { id, reference, status: told.data.status }
}

test('an ordinary payment of an ordinary amount is not held, the threshold itself included', async () => {
  const shop = await guardedShop()
  assert.equal((await paid(shop)).status, 'successful')
  assert.equal((await paid(shop, { amount: '2000.00' })).status, 'successful')
})

test('a live payment from the merchant’s own number is held, whoever says who paid', async () => {
  const shop = await guardedShop()
  const own = await paid(shop, { customer_phone: '0754999999' })
  const byAnother = await paid(shop, {}, '255754999999')
  for (const { id, status } of [own, byAnother]) {
    assert.equal(status, 'pending_clearance')
    assert.deepEqual(await shop.events(id), ['collection.pending_clearance'])
    const { history } = await shop.read(id, 'live')
    assert.equal((history.at(-1) as unknown as { note: string }).note, 'self-payment')
  }
  assert.deepEqual(await shop.balance('live'), balanceOf({ held: '3000.00' }))
})

test('in the sandbox nobody is screened', async () => {
  const shop = await guardedShop()
  const { provider_reference: reference } = await shop.push({
    amount: '99999.00',
    customer_phone: '0754999999',
  })
  assert.equal((await shop.tell({ reference: String(reference) })).body.data.status, 'successful')
})

test('what is cleared becomes the shop’s, and a second click changes nothing', async () => {
  const shop = await guardedShop()
  const { id } = await paid(shop, { amount: '2000.01' })
  assert.deepEqual(await shop.balance('live'), balanceOf({ held: '2000.01' }))
  const cleared = await admin.decide(id, 'clear')
  assert.equal(cleared.body.data.status, 'successful')
  const steps = (cleared.body.data.history as { to: string }[]).map(({ to }) => to)
  assert.deepEqual(steps, ['processing', 'pending_clearance', 'successful'])
  assert.deepEqual(await shop.balance('live'), balanceOf({ available: '2000.01' }))
  assert.deepEqual(inWords(await shop.transactions('live')), ['credit clearance_release 2000.01 → 2000.01'])
  assert.equal(inShort(await admin.decide(id, 'clear')), '409 invalid_state')
  assert.equal(inShort(await admin.decide(id, 'decline')), '409 invalid_state')
  assert.deepEqual(await shop.events(id), ['collection.pending_clearance', 'collection.success'])
  assert.deepEqual(await admin.audited(id), [{ action: 'collection.cleared', actor_id: admin.adminId }])
})

test('what is declined is nobody’s, and a second click changes nothing', async () => {
  const shop = await guardedShop()
  const { id } = await paid(shop, { amount: '2000.01' })
  assert.equal((await admin.decide(id, 'decline')).body.data.status, 'failed')
  assert.deepEqual(await shop.balance('live'), balanceOf({}))
  assert.equal(inShort(await admin.decide(id, 'decline')), '409 invalid_state')
  assert.equal(inShort(await admin.decide(id, 'clear')), '409 invalid_state')
  assert.deepEqual(await shop.events(id), ['collection.pending_clearance', 'collection.failed'])
  assert.deepEqual(await admin.audited(id), [{ action: 'collection.declined', actor_id: admin.adminId }])
})

test('ten clicks at once decide once', async () => {
  const shop = await guardedShop()
  const { id } = await paid(shop, { amount: '5000' })
  const clicks = await Promise.all(
    Array.from({ length: 10 }, (_, place) => admin.decide(id, place % 2 === 0 ? 'clear' : 'decline')),
  )
  assert.equal(clicks.filter(({ status }) => status === 200).length, 1)
  assert.equal(clicks.filter((answer) => inShort(answer) === '409 invalid_state').length, 9)
  assert.equal((await shop.events(id)).length, 2)
})

test('the provider repeating itself does not clear, and its taking the money back fails it', async () => {
  const shop = await guardedShop()
  const [kept, gone, undone] = [
    await paid(shop, { amount: '5000' }),
    await paid(shop, { amount: '5000' }),
    await paid(shop, { amount: '5000' }),
  ]
  const again = await provider.tell(service, kept.reference, succeeded())
  assert.deepEqual([again.body.data.outcome, again.body.data.status], ['ignored', 'pending_clearance'])
  provider.script.lookUp = () => succeeded()
  assert.equal((await shop.refresh(kept.id, shop.liveKey)).status, 'pending_clearance')
  const reversal = { kind: 'reversed', providerStatus: 'REVERSED' } as const
  assert.equal((await provider.tell(service, gone.reference, reversal)).body.data.status, 'failed')
  assert.equal((await provider.tell(service, undone.reference, declined)).body.data.status, 'failed')
  assert.deepEqual(await shop.balance('live'), balanceOf({ held: '5000.00' }))
  assert.equal(inShort(await admin.decide(gone.id, 'clear')), '409 invalid_state')
})

test('only what waits can be decided, by a Super Admin, where it is', async () => {
  const shop = await guardedShop()
  const { id } = await paid(shop, { amount: '5000' })
  for (const decision of ['clear', 'decline'] as const) {
    assert.equal(inShort(await admin.decide(randomUUID(), decision)), '404 not_found')
    assert.equal(inShort(await admin.decide('nothing', decision)), '404 not_found')
    assert.equal(inShort(await admin.decide(id, decision, 'sandbox')), '404 not_found')
    const path = `/v1/admin/collections/${id}/${decision}`
    assert.equal(inShort(await shop.dashboard(path, 'live', { body: {} })), '403 forbidden')
    const byKey = await shop.call(path, { key: shop.liveKey, body: {} })
    assert.equal(inShort(byKey), '403 dashboard_session_required')
  }
  const email = `finance-${randomUUID()}@shop.test`
  await newMember(service, { merchantId: shop.merchantId, email, role: 'finance' })
  const cookie = await sessionOf(service, email)
  const byFinance = await service.call(`/v1/admin/collections/${id}/clear`, { cookie, body: {} })
  assert.equal(inShort(byFinance), '403 forbidden')
  const { id: open } = await shop.push({}, { key: shop.liveKey })
  assert.equal(inShort(await admin.decide(open, 'clear')), '409 invalid_state')
  const waiting = await admin.call(`/v1/admin/collections?status=pending_clearance&page_size=100`)
  assert.ok((dataOf(waiting).items as Fields[]).some((one) => one.id === id && one.merchant_name))
  assert.deepEqual(await admin.audited(id), [])
})

test('a merchant that is switched off collects nothing in live, and all it likes in the sandbox', async () => {
  const shop = await openShop(service)
  await admin.call(`/v1/admin/merchants/${shop.merchantId}`, 'live', {
    method: 'PATCH',
    body: { is_active: false },
  })
  const before = await admin.call(`/v1/admin/collections?merchant_id=${shop.merchantId}`)
  const orders: [string, Fields][] = [
    ['', { amount: 10 }],
    ['wallet-push', { amount: 10, phone: somebody }],
    ['qr', { amount: 10 }],
    ['ussd-push', { amount: '10', customer_phone: somebody }],
    ['dynamic-qr', { amount: '10' }],
  ]
  for (const [path, body] of orders) {
    const refused = await shop.order(path, body, { key: shop.liveKey })
    assert.equal(inShort(refused), '403 merchant_inactive', path)
    // The hosted page is live whichever key asks, so the sandbox key is refused there too.
    assert.equal((await shop.order(path, body)).status, path === '' ? 403 : 202, path)
  }
  const after = await admin.call(`/v1/admin/collections?merchant_id=${shop.merchantId}`)
  assert.deepEqual([dataOf(before).total, dataOf(after).total], [0, 0])
})
