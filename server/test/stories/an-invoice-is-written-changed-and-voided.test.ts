import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createInvoice } from '../../src/invoices/write-invoices.ts'
import { howMuch } from '../how-thorough.ts'
import { type Service, startService } from '../service.ts'
import { sideBySide } from '../side-by-side.ts'
import { tillOf } from './invoices/paying.ts'
import { dataOf, drafted, item, openTill, type Shown, type Till, wish } from './invoices/till.ts'
import { openShop } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'

let nowMs = Date.parse('2026-11-15T12:00:00Z')
let service: Service
let till: Till
before(async () => {
  service = await startService({
    environment: { ROLE: 'api' },
    clock: { now: () => new Date(nowMs) },
  })
  till = await openTill(service)
})
after(() => service.stop())

const at = (id: string, rest = '') => `/v1/invoices/${id}${rest}`
const read = async (id: string, sent = till.sandbox) => dataOf(await service.call(at(id), sent))

test('an invoice is a draft with its sums, a number and an address of its own', async () => {
  const invoice = await drafted(service, till, {
    customer_email: 'asha@customer.test',
    notes: 'Asante',
    items: [item('2', '500', '18'), item('1.005', '1000')],
  })
  const { id, public_url: url, created_at: createdAt, updated_at: updatedAt, ...rest } = invoice
  assert.match(url, new RegExp(`^${service.world.baseUrl}/i/[0-9a-f]{32}$`))
  assert.equal(createdAt, updatedAt)
  assert.deepEqual(rest, {
    merchant_id: till.merchantId,
    number: 'INV-000001',
    status: 'DRAFT',
    customer_name: 'Asha Mrema',
    customer_phone: '255712345678',
    customer_email: 'asha@customer.test',
    items: [
      { description: 'Sugar', quantity: '2', unit_price: '500.00', tax_percent: '18' },
      { description: 'Sugar', quantity: '1.005', unit_price: '1000.00', tax_percent: null },
    ],
    subtotal: '2005.00',
    tax: '180.00',
    total: '2185.00',
    currency: 'TZS',
    allow_part_payment: false,
    minimum_payment: null,
    amount_paid: '0.00',
    amount_credited: '0.00',
    amount_due: '2185.00',
    amount_overpaid: '0.00',
    due_date: '2099-12-31',
    is_overdue: false,
    notes: 'Asante',
    payment_link_id: null,
    metadata: {},
    sent_at: null,
    paid_at: null,
    voided_at: null,
  })
  assert.deepEqual(await read(id), invoice)
})

test('a draft is changed field by field, and null takes away what need not be there', async () => {
  const { id, number } = await drafted(service, till, {
    customer_email: 'asha@customer.test',
    notes: 'Asante',
  })
  nowMs += 1_000
  const body = { items: [item('3', '100', '18')], due_date: '2027-01-31', notes: null, customer_email: null }
  const changed = dataOf(await service.call(at(id), { ...till.sandbox, method: 'PATCH', body }))
  const { total, due_date: due, notes, customer_email: email, customer_name: name } = changed
  assert.deepEqual([total, due, notes, email, name], ['354.00', '2027-01-31', null, null, 'Asha Mrema'])
  assert.equal(changed.number, number)
  assert.notEqual(changed.updated_at, changed.created_at)
  assert.deepEqual(await read(id), changed)
})

test('what is void keeps its number, and can be neither changed nor voided again', async () => {
  const { id, number } = await drafted(service, till)
  const voided = dataOf(await service.call(at(id, '/void'), { ...till.sandbox, method: 'POST' }))
  assert.deepEqual([voided.status, voided.number], ['VOID', number])
  assert.equal(voided.voided_at, new Date(nowMs).toISOString())
  for (const [path, method, body] of [
    [at(id, '/void'), 'POST', undefined],
    [at(id), 'PATCH', { notes: 'x' }],
  ] as const) {
    const answer = await service.call(path, { ...till.sandbox, method, ...(body && { body }) })
    assert.equal(inShort(answer), '409 invalid_state')
  }
  assert.deepEqual(await read(id), voided)
})

test('live and sandbox count for themselves, and so does each merchant', async () => {
  const [one, other] = [await openTill(service), await openTill(service)]
  const numbers: string[] = []
  for (const [shop, sent] of [
    [one, one.live],
    [one, one.live],
    [one, one.sandbox],
    [other, other.live],
  ] as const) {
    numbers.push((await drafted(service, shop, {}, sent)).number)
  }
  assert.deepEqual(numbers, ['INV-000001', 'INV-000002', 'INV-000001', 'INV-000001'])
})

test('numbers have no gaps and no repeats, whoever writes at once and whatever is rolled back', async () => {
  const shop = await openTill(service)
  const caller = { merchantId: shop.merchantId, environment: 'sandbox' } as Parameters<
    typeof createInvoice
  >[3]
  const { world, parts } = service
  const wishes = Array.from(
    { length: howMuch({ test: 30, proveShort: 100, prove: 300 }) },
    (_, place) => place,
  )
  const written = await sideBySide(wishes, async (place) => {
    // Each third is undone after its number was taken, and each third is repeated under its key.
    if (place % 3 === 0) {
      const undone = world.sql.begin(async (tx) => {
        await createInvoice(tx, world, parts.registry, caller, wish(shop) as never)
        throw new Error('undone')
      })
      await assert.rejects(undone, /undone/)
      return []
    }
    const headers = { 'idempotency-key': randomUUID() }
    const send = () => service.call('/v1/invoices', { ...shop.sandbox, headers, body: wish(shop) })
    const answers = place % 3 === 1 ? [await send()] : await Promise.all([send(), send()])
    return [...new Set(answers.map((answer) => dataOf(answer).number))]
  })
  const numbers = written.flat().sort()
  assert.deepEqual(
    numbers,
    numbers.map((_, place) => `INV-${String(place + 1).padStart(6, '0')}`),
  )
  assert.equal(numbers.length, (wishes.length / 3) * 2)
})

test('a list shows one status, one period or all, newest first', async () => {
  const shop = await openTill(service)
  const [first, second, third] = [
    await drafted(service, shop),
    await drafted(service, shop),
    await drafted(service, shop, { due_date: '2020-01-01' }),
  ]
  await service.call(at(second.id, '/void'), { ...shop.sandbox, method: 'POST' })
  const listed = async (query: string) => {
    const { body } = await service.call(`/v1/invoices?${query}`, shop.sandbox)
    return (body.data.items as { id: string }[]).map(({ id }) => id)
  }
  assert.deepEqual(await listed(''), [third.id, second.id, first.id])
  assert.deepEqual(await listed('page_size=2&page=2'), [first.id])
  assert.deepEqual(await listed('status=VOID'), [second.id])
  // A draft is nobody's debt, whatever its date.
  assert.deepEqual(await listed('status=DRAFT'), [third.id, first.id])
  assert.deepEqual(await listed('status=OVERDUE'), [])
  assert.deepEqual(await listed('status=PAID'), [])
  assert.deepEqual(await listed('to=2020-01-01'), [])
  const { body } = await service.call('/v1/invoices', shop.live)
  assert.deepEqual(body.data.items, [])
})

test('sent and overdue are told apart by the day in Dar es Salaam, in reads and lists', async () => {
  const seller = await openShop(service)
  const own = tillOf(seller)
  const late = await drafted(service, own, { due_date: '2020-01-01' })
  const early = await drafted(service, own)
  for (const { id } of [late, early]) {
    const body = { amount: '1000', customer_phone: '0712345678', invoice_id: id }
    assert.equal((await seller.order('ussd-push', body)).status, 202)
  }
  const listed = async (status: string) =>
    ((await seller.call(`/v1/invoices?status=${status}`)).body.data.items as Shown[]).map((one) => [
      one.id,
      one.status,
    ])
  assert.deepEqual(await listed('OVERDUE'), [[late.id, 'OVERDUE']])
  assert.deepEqual(await listed('SENT'), [[early.id, 'SENT']])
})
