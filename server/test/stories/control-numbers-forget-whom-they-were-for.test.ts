import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { carryOutRequests, prepareExports } from '../../src/privacy/privacy.ts'
import { type Service, startService } from '../service.ts'
import { endStory } from './money/books.ts'
import { type Counter, openCounter } from './money/counter-of-bills.ts'
import { dataOf, type Fields } from './money/shop.ts'
import { findTraces, zuhura } from './privacy/canaries.ts'
import { readLines, saveFile } from './privacy/files.ts'

let service: Service
let at: Counter
before(async () => {
  service = await startService()
  at = await openCounter(service)
})
after(() => endStory(service))

const { name, dialled, phone, word } = zuhura
const description = `For ${name}, ${word}`

async function erase(who: Fields): Promise<Fields> {
  const path = '/v1/merchant/privacy-requests'
  const { id } = dataOf(await at.shop.dashboard(path, 'sandbox', { body: { kind: 'erase', ...who } }))
  await carryOutRequests(service.world)
  await at.until(async () => dataOf(await at.shop.dashboard(`${path}/${id}`, 'sandbox')).status !== 'OPEN')
  return dataOf(await at.shop.dashboard(`${path}/${id}`, 'sandbox'))
}

/** Before it goes: somebody's file has their numbers once each and nobody else's, the merchant's has all. */
async function isInFiles(theirs: Fields[], others: Fields[]): Promise<void> {
  const path = '/v1/merchant/privacy-requests'
  const { id } = dataOf(
    await at.shop.dashboard(path, 'sandbox', { body: { kind: 'export', phone: dialled } }),
  )
  await carryOutRequests(service.world)
  const whole = dataOf(await at.shop.dashboard('/v1/merchant/exports', 'sandbox', { method: 'POST' }))
  await prepareExports(service.world, { onError: assert.fail })
  const numbersIn = async (file: string) => {
    // The service may have begun to write it by itself.
    await at.until(async () => (await at.shop.dashboard(file, 'sandbox')).status === 200)
    return readLines(await saveFile(at.shop, file, 'sandbox'))
      .filter(({ kind }) => kind === 'control_number')
      .map(({ data }) => `${data?.number} ${data?.description}`)
      .sort()
  }
  const said = (numbers: Fields[]) =>
    numbers.map(({ number, description: words }) => `${number} ${words}`).sort()
  assert.deepEqual(await numbersIn(`${path}/${id}/file`), said(theirs))
  assert.deepEqual(await numbersIn(`/v1/merchant/exports/${whole.id}/file`), said([...theirs, ...others]))
}

test('what numbers say of somebody goes with them, wherever they lead to the number', async () => {
  const customer = dataOf(
    await at.shop.dashboard('/v1/customers', 'sandbox', { body: { name, phone: dialled } }),
  )
  const invoice = dataOf(
    await at.shop.dashboard('/v1/invoices', 'sandbox', {
      body: {
        ...{ merchant_id: at.shop.merchantId, customer_name: name, customer_phone: dialled },
        ...{ items: [{ description: 'Lesson', quantity: '1', unit_price: '5000' }], due_date: '2099-01-01' },
      },
    }),
  )
  const order = { kind: 'ORDER', amount: '1000', description }
  const theirs = {
    saved: await at.make({ kind: 'CUSTOMER', customer_id: customer.id, description }),
    billed: await at.make({ kind: 'ORDER', invoice_id: invoice.id, description }),
    paid: await at.make({ ...order, merchant_reference: 'A-17' }),
  }
  const others = {
    another: await at.make({ ...order, description: 'For Juma' }),
    paidByMany: await at.make({ kind: 'CUSTOMER', description: 'Parish of Mwenge' }),
  }
  await at.pay(theirs.paid.number, '1000', { phone })
  await at.pay(others.another.number, '1000', { phone: '255712345678' })
  await at.pay(others.paidByMany.number, '1000', { phone })
  assert.deepEqual(
    (await findTraces(service, ['word'])).filter((trace) => /^(?:control_numbers|events)/.test(trace)),
    ['control_numbers: word', 'events: word'],
    'the canaries were not written',
  )

  await isInFiles(Object.values(theirs), Object.values(others))

  const request = await erase({ phone: dialled })
  assert.equal(request.status, 'SCHEDULED', JSON.stringify(request))
  const wordOf = async ({ id }: Fields) => (await at.read(id)).description
  for (const [which, number] of Object.entries(theirs)) assert.equal(await wordOf(number), null, which)
  assert.deepEqual(
    [await wordOf(others.another), await wordOf(others.paidByMany)],
    ['For Juma', 'Parish of Mwenge'],
    'of others nothing goes',
  )
  const left = (await findTraces(service, ['word'])).filter(
    (trace) => !/^(?:idempotency_keys|requests)/.test(trace),
  )
  assert.deepEqual(left, [])

  // They go on: what was paid stays, and what was not can be.
  const { status, paid_amount: sum, merchant_reference: reference } = await at.read(theirs.paid.id)
  assert.deepEqual([status, sum, reference], ['PAID', '1000.00', 'A-17'])
  assert.equal((await at.pay(theirs.saved.number, '700')).status, 'successful')
})
