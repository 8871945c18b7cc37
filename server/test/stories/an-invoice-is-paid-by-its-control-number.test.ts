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

const invoices = '/v1/invoices'
async function bill(more: Fields = {}): Promise<Fields> {
  const items = [{ description: 'Kanga', quantity: '2', unit_price: '1500' }]
  const body = {
    ...{ merchant_id: at.shop.merchantId, customer_name: 'Asha', customer_phone: '0712345678' },
    ...{ due_date: '2030-01-01', items, ...more },
  }
  return dataOf(await at.shop.call(invoices, { body }))
}
const invoice = async (id: unknown) => dataOf(await at.shop.call(`${invoices}/${id}`))
const problems = async (body: Fields) => at.problems(await at.send(body))

test('the number of an invoice is for all that is due, and pays it', async () => {
  const { id } = await bill()
  const made = await at.make({ kind: 'ORDER', invoice_id: id })
  assert.deepEqual([made.payment_mode, made.amount, made.invoice_id], ['EXACT', '3000.00', id])
  assert.equal((await invoice(id)).status, 'SENT')
  assert.equal((await at.pay(made.number, '1500')).answer, 'too_low')
  const { collection_id: paid } = await at.pay(made.number, '3000')
  const after = await invoice(id)
  assert.deepEqual([after.status, after.amount_due], ['PAID', '0.00'])
  assert.equal((await at.collection(paid)).invoice_id, id)
  assert.equal((await at.read(made.id)).status, 'PAID')
  assert.equal(inShort(await at.send({ kind: 'ORDER', invoice_id: id })), '409 invoice_already_paid')
})

test('where parts are allowed the number takes them, from the least on', async () => {
  const { id } = await bill({ allow_part_payment: true, minimum_payment: '1000' })
  const made = await at.make({ kind: 'ORDER', invoice_id: id })
  assert.equal(made.payment_mode, 'PART')
  assert.equal((await at.pay(made.number, '999')).answer, 'too_low')
  assert.equal((await at.pay(made.number, '2500')).outcome, 'paid')
  assert.deepEqual(
    [(await invoice(id)).status, (await at.read(made.id)).status],
    ['PARTIALLY_PAID', 'ACTIVE'],
  )
  assert.equal((await at.pay(made.number, '501')).answer, 'too_high')
  assert.equal((await at.pay(made.number, '499')).answer, 'too_low')
  assert.equal((await at.pay(made.number, '500')).outcome, 'paid')
  assert.deepEqual([(await invoice(id)).status, (await at.read(made.id)).status], ['PAID', 'PAID'])
})

test('an invoice that is paid otherwise closes its number, and one that is reversed opens it again', async () => {
  const { id } = await bill()
  const made = await at.make({ kind: 'ORDER', invoice_id: id })
  const other = await at.make({ kind: 'ORDER', invoice_id: id })
  const { collection_id: paid } = await at.pay(other.number, '3000', { phone: '255700000009' })
  await at.until(async () => (await at.collection(paid)).status === 'reversed')
  assert.deepEqual(await at.events(made.id), ['control_number.paid', 'control_number.reopened'])
  assert.equal((await at.read(made.id)).status, 'ACTIVE')
  assert.equal((await at.pay(made.number, '3000')).outcome, 'paid')
  assert.equal((await at.pay(other.number, '3000')).answer, 'closed')
})

test('what is void or credited whole is owed by nobody, and its number ends', async () => {
  const first = await bill()
  const made = await at.make({ kind: 'ORDER', invoice_id: first.id })
  await at.shop.call(`${invoices}/${first.id}/void`, { method: 'POST' })
  assert.deepEqual(
    [(await at.read(made.id)).status, (await at.pay(made.number, '3000')).answer],
    ['CANCELLED', 'closed'],
  )
  const second = await bill()
  const credited = await at.make({ kind: 'ORDER', invoice_id: second.id })
  const note = { amount: '3000', reason: 'Torn' }
  assert.equal((await at.shop.call(`${invoices}/${second.id}/credit-notes`, { body: note })).status, 201)
  assert.equal((await at.read(credited.id)).status, 'CANCELLED')
  assert.deepEqual(await at.events(credited.id), ['control_number.cancelled'])
})

test('a part that is credited is no longer asked for', async () => {
  const { id } = await bill()
  const made = await at.make({ kind: 'ORDER', invoice_id: id })
  const note = { amount: '1000', reason: 'One was torn' }
  await at.shop.call(`${invoices}/${id}/credit-notes`, { body: note })
  assert.equal((await at.pay(made.number, '3000')).answer, 'too_high')
  assert.equal((await at.pay(made.number, '2000')).outcome, 'paid')
  assert.deepEqual([(await invoice(id)).status, (await at.read(made.id)).status], ['PAID', 'PAID'])
})

test('what does not fit the invoice is refused', async () => {
  const { id } = await bill()
  assert.deepEqual(await problems({ kind: 'CUSTOMER', invoice_id: id }), [
    'kind must be ORDER for an invoice',
  ])
  assert.deepEqual(await problems({ kind: 'ORDER', invoice_id: id, payment_mode: 'ANY' }), [
    'payment_mode must be EXACT or PART for an invoice',
  ])
  assert.deepEqual(await problems({ kind: 'ORDER', invoice_id: id, payment_mode: 'PART' }), [
    'payment_mode must be EXACT: this invoice does not allow part payment',
  ])
  assert.deepEqual(await problems({ kind: 'ORDER', invoice_id: id, amount: '10' }), [
    'amount must be what is due of the invoice, 3000.00, or left out',
  ])
  assert.deepEqual(await problems({ kind: 'ORDER', invoice_id: randomUUID() }), [
    'invoice_id must be the id of an invoice of this merchant',
  ])
})
