import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../service.ts'
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

const path = '/v1/control-numbers'
const bulk = (rows: unknown, headers = {}) =>
  at.shop.call(`${path}/bulk`, {
    body: { merchant_id: at.shop.merchantId, rows },
    headers: { 'idempotency-key': randomUUID(), ...headers },
  })
const cancel = (id: unknown) => at.shop.call(`${path}/${id}/cancel`, { method: 'POST' })
const list = async (query: string) => dataOf(await at.shop.call(`${path}?${query}`)).items as Fields[]
const countAll = async () => {
  const [row] = await service.world.sql<
    { count: number }[]
  >`select count(*)::int as count from control_numbers`
  return row?.count
}

test('a thousand are made together, in their order and each with a number of its own', async () => {
  const rows = Array.from({ length: 1000 }, (_, n) => ({
    kind: 'CUSTOMER',
    merchant_reference: `meter-${n}`,
    amount: `${n + 1}`,
    payment_mode: 'PART',
  }))
  const answer = await bulk(rows)
  assert.equal(answer.status, 201)
  const items = dataOf(answer).items as Fields[]
  assert.deepEqual(
    items.map(({ merchant_reference: reference }) => reference),
    rows.map(({ merchant_reference: reference }) => reference),
  )
  assert.equal(new Set(items.map(({ number }) => number)).size, 1000)
  const [found] = await list('merchant_reference=meter-41')
  assert.deepEqual([found?.amount, found?.payment_mode], ['42.00', 'PART'])
  assert.equal((await at.pay(found?.number, '42.01')).answer, 'too_high')
  assert.equal((await at.pay(found?.number, '42')).outcome, 'paid')
  assert.equal((await at.pay(found?.number, '41')).outcome, 'paid')
})

test('one bad row is enough for none to be made, and every problem is told with its row', async () => {
  const before = await countAll()
  const good = { kind: 'ORDER', amount: '10' }
  const answer = await bulk([good, { ...good, payment_mode: 'SOME' }, 'a word', { ...good, amont: '10' }])
  assert.equal(inShort(answer), '422 validation_error')
  const problems = at.problems(answer).map((problem) => problem.split(' ').slice(0, 2).join(' '))
  assert.deepEqual(problems, ['2 payment_mode', '3 row', '4 amont'])
  const later = await bulk([
    good,
    { kind: 'ORDER', payment_mode: 'EXACT' },
    { ...good, customer_id: randomUUID() },
    { ...good, currency: 'KES' },
  ])
  assert.deepEqual(
    at.problems(later).map((problem) => problem.split(' ').slice(0, 2).join(' ')),
    ['2 amount', '3 customer_id', '4 currency'],
  )
  assert.equal(inShort(await bulk([])), '422 validation_error')
  assert.equal(inShort(await bulk(Array.from({ length: 1001 }, () => good))), '422 validation_error')
  assert.equal(await countAll(), before)
})

test('a file is as good as JSON', async () => {
  const csv = 'kind,amount,merchant_reference\nORDER,1500,ankara-1\nCUSTOMER,,mteja-2\n'
  const answer = await at.shop.call(`${path}/bulk?merchant_id=${at.shop.merchantId}`, {
    method: 'POST',
    raw: csv,
    headers: { 'content-type': 'text/csv', 'idempotency-key': randomUUID() },
  })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  assert.deepEqual(
    (dataOf(answer).items as Fields[]).map((one) => [one.kind, one.amount, one.payment_mode]),
    [
      ['ORDER', '1500.00', 'EXACT'],
      ['CUSTOMER', null, 'ANY'],
    ],
  )
})

test('made again with the same key they are the same', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const rows = [{ kind: 'ORDER', amount: '10' }]
  assert.deepEqual(dataOf(await bulk(rows, headers)), dataOf(await bulk(rows, headers)))
})

test('whoever cancels a number closes it, once', async () => {
  const { id, number } = await at.make({ kind: 'ORDER', amount: '500' })
  const cancelled = dataOf(await cancel(id))
  assert.deepEqual([cancelled.status, typeof cancelled.cancelled_at], ['CANCELLED', 'string'])
  assert.equal((await at.pay(number, '500')).answer, 'closed')
  assert.equal(inShort(await cancel(id)), '409 invalid_state')
  assert.equal(inShort(await cancel(randomUUID())), '404 not_found')
  assert.equal(inShort(await cancel('nothing')), '404 not_found')
  assert.deepEqual(await at.events(id), ['control_number.cancelled'])
})

test('a number whose time is over is closed at once, and told of', async () => {
  const { id, number } = await at.make({ kind: 'ORDER', amount: '500', expires_at: '2099-01-01T00:00:00Z' })
  assert.equal((await at.pay(number, '400')).answer, 'too_low')
  const advanced = dataOf(await at.shop.call('/v1/sandbox/advance', { body: { id } }))
  assert.equal(advanced.what, 'number_expires')
  assert.equal((await at.pay(number, '500')).answer, 'closed')
  await at.until(async () => (await at.read(id)).status === 'EXPIRED')
  assert.deepEqual(await at.events(id), ['control_number.expired'])
  assert.equal(inShort(await cancel(id)), '409 invalid_state')
})

test('a payment that was held when its number ended is still the merchant’s when it is cleared', async () => {
  const { id, number } = await at.make({ kind: 'ORDER', amount: '650' })
  const { collection_id: held } = await at.pay(number, '650', { phone: '255700000013' })
  assert.equal(dataOf(await cancel(id)).status, 'CANCELLED')
  await at.clear(held)
  const { status, paid_count: count } = await at.read(id)
  assert.deepEqual([status, count], ['CANCELLED', 1])
})

test('numbers are listed by what is known of them', async () => {
  const customer = dataOf(await at.shop.call('/v1/customers', { body: { name: 'Asha' } }))
  const { id, number } = await at.make({ kind: 'CUSTOMER', customer_id: customer.id })
  for (const query of [`customer_id=${customer.id}`, `number=${number}`]) {
    assert.deepEqual(
      (await list(query)).map((one) => one.id),
      [id],
    )
  }
  const first = dataOf(await at.shop.call(`${path}?status=ACTIVE&page_size=2`))
  const cursor = (first as { pagination?: Fields; next_cursor?: unknown }).next_cursor
  const next = await list(`status=ACTIVE&page_size=2&cursor=${cursor}`)
  assert.equal((first.items as Fields[])[0]?.id, id)
  assert.ok(next.every((one) => one.status === 'ACTIVE' && one.id !== id))
  assert.equal(inShort(await at.shop.call(`${path}?number=12`)), '422 validation_error')
})
