import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { fits } from '../../src/control-numbers/control-numbers.ts'
import { type Service, startService } from '../service.ts'
import { hireAdmin } from './money/admin.ts'
import { endStory } from './money/books.ts'
import { type Counter, openCounter } from './money/counter-of-bills.ts'
import { dataOf, type Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'

let service: Service
let at: Counter
before(async () => {
  service = await startService()
  at = await openCounter(service)
})
after(() => endStory(service))

test('a number for an order is paid once, and the money is there', async () => {
  const { shop } = at
  const made = await at.make({
    kind: 'ORDER',
    amount: '1500',
    description: 'Kanga',
    merchant_reference: 'A-17',
  })
  const { id, number, created_at: _made, updated_at: _changed, ...rest } = made
  assert.deepEqual(rest, {
    merchant_id: shop.merchantId,
    kind: 'ORDER',
    payment_mode: 'EXACT',
    status: 'ACTIVE',
    amount: '1500.00',
    currency: 'TZS',
    description: 'Kanga',
    merchant_reference: 'A-17',
    customer_id: null,
    invoice_id: null,
    paid_count: 0,
    paid_amount: '0.00',
    expires_at: null,
    paid_at: null,
    cancelled_at: null,
  })
  assert.match(String(number), /^1[0-9]{12}$/)
  assert.ok(fits(String(number)), String(number))
  const before = await shop.balance()
  const paid = await at.pay(number, '1500')
  assert.deepEqual([paid.answer, paid.outcome, paid.status], ['payable', 'paid', 'successful'])
  const collection = await at.collection(paid.collection_id)
  assert.deepEqual(
    [collection.method, collection.control_number_id, collection.merchant_reference, collection.amount],
    ['BILL_PAY', id, 'A-17', '1500.00'],
  )
  assert.equal(collection.provider_reference, paid.receipt)
  assert.deepEqual(
    (collection.history as Fields[]).map(({ from, to, source }) => `${from} ${to} ${source}`),
    ['null processing payer', 'processing successful callback'],
  )
  assert.equal((await shop.state(paid.collection_id)).method, 'bill_pay')
  assert.equal(Number((await shop.balance()).available) - Number(before.available), 1500)
  const after = await at.read(id)
  assert.deepEqual([after.status, after.paid_count, after.paid_amount], ['PAID', 1, '1500.00'])
  assert.deepEqual(await at.events(id), ['control_number.paid'])
  assert.deepEqual(await at.events(paid.collection_id), ['collection.success'])
  assert.equal((await at.pay(number, '1500')).answer, 'closed')
})

test('a number for a customer is paid again and again', async () => {
  const { id, number } = await at.make({ kind: 'CUSTOMER' })
  for (const amount of ['1', '2500.50', '10000']) assert.equal((await at.pay(number, amount)).outcome, 'paid')
  const { status, payment_mode: mode, paid_count: count, paid_amount: sum } = await at.read(id)
  assert.deepEqual([status, mode, count, sum], ['ACTIVE', 'ANY', 3, '12501.50'])
  assert.deepEqual(await at.events(id), [])
})

test('an order may be paid in parts, and never beyond its amount', async () => {
  const { id, number } = await at.make({ kind: 'ORDER', amount: '1000', payment_mode: 'PART' })
  assert.equal((await at.pay(number, '1001')).answer, 'too_high')
  assert.equal((await at.pay(number, '400')).outcome, 'paid')
  assert.equal((await at.pay(number, '601')).answer, 'too_high')
  assert.equal((await at.read(id)).status, 'ACTIVE')
  assert.equal((await at.pay(number, '600')).outcome, 'paid')
  assert.deepEqual([(await at.read(id)).status, (await at.pay(number, '1')).answer], ['PAID', 'closed'])
})

test('the network is told why it should take no money', async () => {
  const { number } = await at.make({ kind: 'ORDER', amount: '1000' })
  const asked = async (paid: unknown, amount: string) => {
    const { answer, outcome, receipt } = await at.pay(paid, amount)
    return `${answer} ${outcome} ${receipt}`
  }
  assert.equal(await asked(number, '999.99'), 'too_low refused null')
  assert.equal(await asked(number, '1000.01'), 'too_high refused null')
  assert.equal(await asked(at.mistyped(number), '1000'), 'unknown refused null')
  const stranger = await openCounter(service)
  const { number: theirs } = await stranger.make({ kind: 'ORDER', amount: '1000' })
  assert.equal(await asked(theirs, '1000'), 'unknown refused null')
})

test('a payer who cannot pay leaves nothing behind', async () => {
  const { id, number } = await at.make({ kind: 'ORDER', amount: '1000' })
  const paid = await at.pay(number, '1000', { phone: '255700000003' })
  assert.deepEqual([paid.answer, paid.outcome, paid.collection_id], ['payable', 'declined', null])
  assert.equal((await at.read(id)).status, 'ACTIVE')
})

test('what is told twice is credited once', async () => {
  const { id, number } = await at.make({ kind: 'CUSTOMER' })
  assert.equal((await at.pay(number, '700', { phone: '255700000008' })).status, 'successful')
  await service.parts.play('sandbox')
  const { paid_count: count, paid_amount: sum } = await at.read(id)
  assert.deepEqual([count, sum], [1, '700.00'])
})

test('what is held counts as taken, and is cleared or not by a person', async () => {
  const { id, number } = await at.make({ kind: 'ORDER', amount: '900' })
  const paid = await at.pay(number, '900', { phone: '255700000013' })
  assert.equal(paid.status, 'pending_clearance')
  assert.deepEqual([(await at.read(id)).status, (await at.pay(number, '900')).answer], ['ACTIVE', 'closed'])
  await at.clear(paid.collection_id)
  assert.deepEqual([(await at.read(id)).status, (await at.read(id)).paid_count], ['PAID', 1])
})

test('what is reversed opens the number again', async () => {
  const { id, number } = await at.make({ kind: 'ORDER', amount: '800' })
  const paid = await at.pay(number, '800', { phone: '255700000009' })
  await at.until(async () => (await at.collection(paid.collection_id)).status === 'reversed')
  const { status, paid_count: count, paid_amount: sum } = await at.read(id)
  assert.deepEqual([status, count, sum], ['ACTIVE', 0, '0.00'])
  assert.deepEqual(await at.events(id), ['control_number.paid', 'control_number.reopened'])
  assert.equal((await at.pay(number, '800')).outcome, 'paid')
  assert.equal((await at.read(id)).status, 'PAID')
})

test('a number is made once for each key, and only with one', async () => {
  const key = randomUUID()
  const body = { merchant_id: at.shop.merchantId, kind: 'ORDER', amount: '10' }
  const send = (headers = {}) => at.shop.call('/v1/control-numbers', { body, headers })
  assert.equal(inShort(await send()), '400 idempotency_key_required')
  const [first, again] = [await send({ 'idempotency-key': key }), await send({ 'idempotency-key': key })]
  assert.deepEqual([dataOf(again), again.headers.get('idempotent-replayed')], [dataOf(first), 'true'])
})

test('what makes no sense is refused, and told field by field', async () => {
  const refused = async (body: Fields) => at.problems(await at.send({ kind: 'ORDER', ...body }))
  assert.deepEqual(await refused({ payment_mode: 'EXACT' }), ['amount is required for EXACT'])
  assert.deepEqual(await refused({ payment_mode: 'PART' }), ['amount is required for PART'])
  assert.deepEqual(await refused({ expires_at: '2020-01-01T00:00:00Z' }), [
    'expires_at must be in the future',
  ])
  assert.deepEqual(await refused({ customer_id: randomUUID(), invoice_id: randomUUID() }), [
    'customer_id must be the id of a customer of this merchant',
    'invoice_id must be the id of an invoice of this merchant',
  ])
  assert.match(String(await refused({ kind: 'SHOP', amount: '0' })), /kind must be .*amount must be/)
  assert.equal(
    inShort(await at.send({ kind: 'ORDER', amount: '10', currency: 'KES' })),
    '422 unsupported_currency',
  )
})

test('what was paid for a number is listed by it, and the number is found by its digits, reference and id', async () => {
  const { shop } = at
  const made = await at.make({
    kind: 'CUSTOMER',
    description: 'Ada ya shule',
    merchant_reference: 'pupil 31',
  })
  const { collection_id: first } = await at.pay(made.number, '700')
  const { collection_id: second } = await at.pay(made.number, '300')
  const list = `/v1/merchants/${shop.merchantId}/collections?control_number_id=`
  const idsIn = async (id: unknown) =>
    (dataOf(await shop.dashboard(`${list}${id}`)).items as Fields[]).map((one) => one.id)
  assert.deepEqual(await idsIn(made.id), [second, first])
  assert.deepEqual(await idsIn(randomUUID()), [])
  assert.equal(inShort(await shop.dashboard(`${list}17`)), '422 validation_error')

  const found = async (q: unknown) =>
    dataOf(await shop.dashboard(`/v1/merchant/search?q=${encodeURIComponent(String(q))}`)).found as Fields[]
  const number = String(made.number)
  const spaced = number.replace(/^(.{4})(.{3})(.{3})/, '$1 $2 $3 ')
  for (const q of [number, spaced, 'pupil 31', made.id]) {
    const numbers = (await found(q)).filter(({ kind }) => kind === 'control_number')
    const [{ created_at: _at, ...one } = {} as Fields, ...others] = numbers
    assert.deepEqual(
      one,
      {
        ...{ kind: 'control_number', id: made.id, title: number, detail: 'Ada ya shule' },
        ...{ amount: null, currency: 'TZS', status: 'ACTIVE' },
      },
      String(q),
    )
    assert.deepEqual(others, [])
  }
  assert.deepEqual(await found(at.mistyped(number)), [])
})

test('a Super Admin sees whose a number is, by its digits, its state or its merchant', async () => {
  const admin = await hireAdmin(service)
  const other = await openCounter(service)
  const [mine, theirs] = [
    await at.make({ kind: 'CUSTOMER' }),
    await other.make({ kind: 'ORDER', amount: '500' }),
  ]
  await other.pay(theirs.number, '500')
  const list = async (query: string, environment: 'live' | 'sandbox' = 'sandbox') =>
    dataOf(await admin.call(`/v1/admin/control-numbers?${query}`, environment)).items as Fields[]
  const [found, ...more] = await list(`number=${theirs.number}`)
  assert.deepEqual(more, [])
  assert.deepEqual(
    [found?.id, found?.merchant_id, found?.status, found?.provider],
    [theirs.id, other.shop.merchantId, 'PAID', 'sandbox'],
  )
  assert.equal(typeof found?.merchant_name, 'string')
  assert.deepEqual(
    (await list('page_size=2')).map(({ id }) => id),
    [theirs.id, mine.id],
  )
  const ids = async (query: string) => (await list(query)).map(({ id }) => id)
  assert.deepEqual(await ids(`merchant_id=${other.shop.merchantId}`), [theirs.id])
  assert.deepEqual(await ids(`merchant_id=${other.shop.merchantId}&status=ACTIVE`), [])
  assert.ok((await list('status=ACTIVE')).every(({ status }) => status === 'ACTIVE'))
  assert.deepEqual(await list(`number=${theirs.number}`, 'live'), [])
})
