import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../service.ts'
import { until } from '../test-clusters.ts'
import { linkTill } from './checkout/link-till.ts'
import { hostedPage, type Payer, payerOf } from './checkout/payer.ts'
import { tillOf } from './invoices/paying.ts'
import { drafted } from './invoices/till.ts'
import { endStory } from './money/books.ts'
import { openCounter } from './money/counter-of-bills.ts'
import { ownProvider, pendingWithCode, succeeded, workOnce } from './money/own-provider.ts'
import { dataOf, type Fields, openShop, type Shop, somebody } from './money/shop.ts'
import { holdWrites } from './parts/hold-writes.ts'
import { inShort } from './parts/newcomers.ts'
import { hireRuleMaker, type RuleMaker } from './risk/rule-maker.ts'

const stolen = '0713777777'
const whoIsListed = { field: 'payer_listed', is: 'equals', value: 'stolen' }

const provider = ownProvider({ collect: pendingWithCode })
let service: Service
let rules: RuleMaker
let payer: Payer
before(async () => {
  service = await startService({ environment: { ROLE: 'api' }, providers: { live: provider } })
  rules = await hireRuleMaker(service)
  payer = payerOf(service)
  await rules.list('stolen', stolen)
})
after(() => endStory(service))

/** A shop in which nobody on the list may pay. */
async function guarded(action = 'block'): Promise<Shop> {
  const shop = await openShop(service)
  await rules.make(shop, whoIsListed, { action })
  return shop
}

async function madeFor({ merchantId }: Shop): Promise<number> {
  const [row] = await service.world.sql<{ count: number }[]>`
    select count(*)::int as count from collections where merchant_id = ${merchantId}`
  return row?.count ?? 0
}

/** The provider says that the newest try of it is paid. */
async function comesIn(id: unknown, by?: string): Promise<unknown> {
  await workOnce(service)
  const [row] = await service.world.sql<{ reference: string }[]>`
    select provider_reference as reference from collections where id = ${String(id)}`
  const word = { ...succeeded(), ...(by !== undefined && { payer: by }) }
  return (await provider.tell(service, row?.reference, word)).body.data.status
}

const outcomesOf = async (shop: Shop, query = '') =>
  (await rules.hitsOf(shop, query)).map(({ outcome, payment_id: id }) => [outcome, id])

test('on a hosted page whoever a rule speaks against is told so, and somebody else pays on it', async () => {
  const shop = await guarded()
  const { id, path } = await hostedPage(shop)
  const way = { method: 'USSD_PUSH', attempt: '1' }
  const refused = await payer.post(path, { ...way, phone: stolen })
  assert.equal(refused.status, 422, refused.heading)
  assert.match(refused.text, /This payment is not taken\. Try another way, or ask the shop\./)
  const inSwahili = await payerOf(service, 'sw').post(path, { ...way, phone: stolen })
  assert.match(inSwahili.text, /Malipo haya hayapokelewi\./)
  assert.equal((await shop.state(id, shop.liveKey)).status, 'created')
  const [{ count } = { count: -1 }] = await service.world.sql<{ count: number }[]>`
    select count(*)::int as count from collection_tries where collection_id = ${id}`
  assert.equal(count, 0)
  assert.deepEqual(await outcomesOf(shop), [
    ['blocked', null],
    ['blocked', null],
  ])
  await payer.send(path, { method: 'USSD_PUSH', phone: somebody })
  assert.equal(await comesIn(id), 'successful')
})

test('what is to be looked at on a page is held when it is paid, however often somebody tries', async () => {
  const shop = await guarded('review')
  const { id, path } = await hostedPage(shop)
  await payer.send(path, { method: 'USSD_PUSH', phone: stolen })
  assert.equal((await shop.read(id, 'live')).held_for_review, undefined)
  assert.equal(await comesIn(id), 'pending_clearance')
  assert.equal((await shop.read(id, 'live')).held_for_review, true)
  assert.deepEqual(await outcomesOf(shop), [['held', id]])
  assert.equal((await rules.admin.decide(id, 'clear')).body.data.status, 'successful')
})

test('a link takes nothing from whom a rule speaks against, and is there for everybody else', async () => {
  const shop = await guarded()
  const { makeLive, pay, paymentsOf, read } = linkTill(() => ({ service, shop }))
  const link = await makeLive({ single_use: true })
  const refused = await pay(link, { phone: stolen })
  assert.equal(inShort(refused), '409 risk_blocked')
  assert.equal(JSON.stringify(refused.body).includes('A rule'), false)
  assert.deepEqual([await paymentsOf(link), (await read(link, shop.liveKey)).status], [0, 'ACTIVE'])
  assert.deepEqual(await outcomesOf(shop), [['blocked', null]])
  const code = dataOf(await pay(link, { method: 'DYNAMIC_QR', phone: undefined }))
  assert.equal(await comesIn(code.collection_id), 'successful')
})

test('an invoice whose payment is refused is as it was, and is paid by somebody else', async () => {
  const shop = await guarded()
  const { id } = await drafted(service, tillOf(shop), {}, { key: shop.liveKey })
  const status = async () => dataOf(await shop.call(`/v1/invoices/${id}`, { key: shop.liveKey })).status
  const order = { amount: '1000.00', invoice_id: id }
  const refused = await shop.order('ussd-push', { ...order, customer_phone: stolen }, { key: shop.liveKey })
  assert.equal(inShort(refused), '409 risk_blocked')
  assert.deepEqual([await status(), await madeFor(shop)], ['DRAFT', 0])
  const { id: paid } = await shop.push(order, { key: shop.liveKey })
  assert.equal(await comesIn(paid), 'successful')
  assert.equal(await status(), 'PAID')
})

/** What is answered to two orders at two processes, of which the second comes while the first is being written. */
async function closely(
  { merchantId, liveKey }: Shop,
  [first, second]: [Fields, Fields],
  newKey: () => string = randomUUID,
): Promise<string[]> {
  const { database } = service
  const other = await startService({ environment: { ROLE: 'api' }, providers: { live: provider }, database })
  const order = (at: Service, body: Fields) =>
    at.call('/v1/collections/ussd-push', {
      key: liveKey,
      body: { merchant_id: merchantId, ...body },
      headers: { 'idempotency-key': newKey() },
    })
  const isWritten = Promise.withResolvers<void>()
  let comesAgain = false
  other.world.pause = async () => {
    comesAgain = true
    await isWritten.promise
  }
  const inside = await holdWrites(service.world.sql, 'collections')
  const answers = [order(service, first)]
  await until(() => inside.isWaitedFor())
  answers.push(order(other, second))
  await until(async () => comesAgain || (await inside.isWaitedFor(2)))
  await inside.release()
  isWritten.resolve()
  const told = (await Promise.all(answers)).map(inShort)
  await other.stop()
  return told
}

test('of two payments for the last that is allowed, the one that is refused issues no invoice, however close they come', async () => {
  const shop = await openShop(service)
  await rules.make(shop, { field: 'payer_count_10m', is: 'more_than', value: '1' })
  const { id } = await drafted(service, tillOf(shop), {}, { key: shop.liveKey })
  const status = async () => dataOf(await shop.call(`/v1/invoices/${id}`, { key: shop.liveKey })).status
  const wish = { amount: '1000.00', customer_phone: somebody }
  const answers = await closely(shop, [wish, { ...wish, invoice_id: id }])
  assert.deepEqual(answers, ['202', '409 risk_blocked'])
  assert.deepEqual([await status(), await madeFor(shop)], ['DRAFT', 1])
  const { id: paid } = await shop.push(
    { amount: '1000.00', invoice_id: id, customer_phone: '0713000002' },
    { key: shop.liveKey },
  )
  assert.equal(await comesIn(paid), 'successful')
  assert.equal(await status(), 'PAID')
})

test('the same request twice at once for an invoice is one payment, and none that was blocked', async () => {
  const shop = await openShop(service)
  await rules.make(shop, { field: 'payer_count_10m', is: 'more_than', value: '1' })
  const { id } = await drafted(service, tillOf(shop), {}, { key: shop.liveKey })
  const wish = { amount: '1000.00', customer_phone: somebody, invoice_id: id }
  const key = randomUUID()
  assert.deepEqual(await closely(shop, [wish, wish], () => key), ['202', '202'])
  assert.equal(await madeFor(shop), 1)
  assert.deepEqual(await outcomesOf(shop), [])
})

test('an invoice is not paid by money that is held, until somebody has looked at it', async () => {
  const shop = await guarded('review')
  const { id } = await drafted(service, tillOf(shop), {}, { key: shop.liveKey })
  const status = async () => dataOf(await shop.call(`/v1/invoices/${id}`, { key: shop.liveKey })).status
  const order = { amount: '1000.00', invoice_id: id, customer_phone: stolen }
  const { id: held } = await shop.push(order, { key: shop.liveKey })
  assert.equal(await comesIn(held), 'pending_clearance')
  assert.equal(await status(), 'SENT')
  assert.equal((await rules.admin.decide(held, 'clear')).body.data.status, 'successful')
  assert.equal(await status(), 'PAID')
})

test('a code is refused by its amount, and held by who has scanned it', async () => {
  const shop = await guarded()
  await rules.make(shop, { field: 'amount', is: 'more_than', value: '5000' })
  const code = (amount: string) => shop.order('dynamic-qr', { amount }, { key: shop.liveKey })
  assert.equal(inShort(await code('5000.01')), '409 risk_blocked')
  assert.equal(await madeFor(shop), 0)
  const { id } = dataOf(await code('5000.00'))
  const before = await shop.balance('live')
  assert.equal(await comesIn(id, '255713777777'), 'pending_clearance')
  assert.deepEqual(await outcomesOf(shop, `&payment_id=${id}`), [['held', id]])
  assert.equal((await shop.balance('live')).available, before.available)
  assert.equal(await comesIn(dataOf(await code('5000.00')).id, `255${somebody.slice(1)}`), 'successful')
})

test('money for a control number, which nobody has asked for, is held and never refused', async () => {
  const at = await openCounter(service)
  const { shop } = at
  await rules.make(shop, whoIsListed)
  const { id, number } = await at.make({ kind: 'CUSTOMER', payment_mode: 'ANY' })
  const welcome = await at.pay(number, '1500', { phone: somebody })
  assert.deepEqual([welcome.answer, welcome.status], ['payable', 'successful'])
  const before = await shop.balance()
  const held = await at.pay(number, '2500', { phone: stolen })
  assert.deepEqual([held.outcome, held.status], ['paid', 'pending_clearance'])
  assert.equal((await shop.balance()).available, before.available)
  const [hit] = await rules.hitsOf(shop, '', 'sandbox')
  assert.deepEqual([hit?.outcome, hit?.payment_id], ['held', held.collection_id])
  assert.equal((await at.collection(held.collection_id)).held_for_review, true)
  await at.clear(held.collection_id)
  assert.equal(Number((await shop.balance()).available) - Number(before.available), 2500)
  assert.equal((await at.read(id)).paid_amount, '4000.00')
})

test('what comes for control numbers is counted as every other payment is', async () => {
  const at = await openCounter(service)
  await rules.make(at.shop, { field: 'payer_count_10m', is: 'more_than', value: '2' }, { action: 'review' })
  const { number } = await at.make({ kind: 'CUSTOMER', payment_mode: 'ANY' })
  const statuses = []
  for (const phone of [somebody, somebody, '0713000001', somebody])
    statuses.push((await at.pay(number, '1000', { phone })).status)
  assert.deepEqual(statuses, ['successful', 'successful', 'successful', 'pending_clearance'])
  const [hit, ...others] = await rules.hitsOf(at.shop, '', 'sandbox')
  assert.equal(hit?.sentence, '3 payments in 10 minutes from this payer, 2 allowed.')
  assert.equal(others.length, 0)
})
