import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { collectionResolver } from '../../src/collections/collections.ts'
import { sumLinks } from '../../src/payment-links/sum-links.ts'
import type { Outcome } from '../../src/providers/providers.ts'
import { howMuch } from '../how-thorough.ts'
import { tellProof } from '../prove/tell-proof.ts'
import { type Service, startService } from '../service.ts'
import { payerOf } from './checkout/payer.ts'
import { eventsOf } from './invoices/events.ts'
import { findDiscrepancies, paid, takenBack, tillOf } from './invoices/paying.ts'
import { dataOf, drafted, item, type Shown } from './invoices/till.ts'
import { endStory } from './money/books.ts'
import { type Fields, openShop, type Shop } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'

let service: Service
let shop: Shop
before(async () => {
  service = await startService({ environment: { ROLE: 'api' } })
  shop = await openShop(service)
})
after(() => endStory(service))

const at = (id: string, rest = '') => `/v1/invoices/${id}${rest}`
const invoiced = (fields: Fields = {}): Promise<Shown> =>
  drafted(service, tillOf(shop), { allow_part_payment: true, minimum_payment: '100.00', ...fields })
const read = async (id: string) => dataOf(await shop.call(at(id)))
const pushFor = (id: string, amount: string, fields: Fields = {}) =>
  shop.order('ussd-push', { amount, customer_phone: '0712345678', invoice_id: id, ...fields })
const paying = async (id: string, amount: string) => dataOf(await pushFor(id, amount)).id
const linked = async (id: string) => dataOf(await shop.call(at(id, '/payment-link'), { method: 'POST' }))
const tell = (collectionId: string, word: Outcome, resolve = service.parts.resolve) =>
  resolve(
    { collectionId, source: 'callback', word },
    { merchant_id: shop.merchantId, environment: 'sandbox' },
  )
const part = async (id: string, amount: string) => {
  const collection = await paying(id, amount)
  await tell(collection, paid)
  return collection
}
const countsAnew = '0137-links-that-came-after-a-part.sql'
/** In which state it is, and what is paid, credited, due and too much of it. */
const standing = async (id: string) => {
  const { status, ...rest } = await read(id)
  const { amount_paid, amount_credited, amount_due, amount_overpaid } = rest
  return [status, amount_paid, amount_credited, amount_due, amount_overpaid].join(' ')
}
const told = (id: string) => eventsOf(shop, id)

test('parts pay an invoice, from the least that is allowed, and the last one may be less', async () => {
  const { id, ...draft } = await invoiced()
  assert.deepEqual(
    [draft.allow_part_payment, draft.minimum_payment, draft.amount_due],
    [true, '100.00', '1000.00'],
  )
  await part(id, '600.00')
  assert.equal(await standing(id), 'PARTIALLY_PAID 600.00 0.00 400.00 0.00')
  assert.equal((await read(id)).paid_at, null)
  for (const [amount, problem] of [
    ['99.99', 'must be 100.00 or more, or all that is due of the invoice, 400.00'],
    ['400.01', 'must be 400.00 or less: that is what is due of the invoice'],
    ['1000.00', 'must be 400.00 or less: that is what is due of the invoice'],
  ] as const) {
    const answer = await pushFor(id, amount)
    assert.equal(inShort(answer), '422 validation_error')
    assert.deepEqual(answer.body.error.details, [{ field: 'amount', problem }])
  }
  await part(id, '350.00')
  assert.equal(await standing(id), 'PARTIALLY_PAID 950.00 0.00 50.00 0.00')
  const [problem] = (await pushFor(id, '49.00')).body.error.details as { problem: string }[]
  assert.equal(problem?.problem, 'must be exactly that of the invoice, 50.00')
  const last = await part(id, '50.00')
  assert.equal(await standing(id), 'PAID 1000.00 0.00 0.00 0.00')
  assert.equal(inShort(await pushFor(id, '50.00')), '409 invoice_already_paid')
  assert.deepEqual(await told(id), ['invoice.partially_paid', 'invoice.partially_paid', 'invoice.paid'])
  const [row] = await service.world.sql<{ paid_by: string }[]>`select paid_by from invoices where id = ${id}`
  assert.equal(row?.paid_by, last)
})

test('a link that is made after a part counts it, and follows what becomes of it', async () => {
  const { id } = await invoiced()
  const first = await part(id, '400.00')
  const { id: linkId } = await linked(id)
  const link = async () => {
    const { paid_count, paid_amount, max_amount, status } = dataOf(
      await shop.call(`/v1/payment-links/${linkId}`),
    )
    return [paid_count, paid_amount, max_amount, status]
  }
  assert.deepEqual(await link(), [1, '400.00', '600.00', 'ACTIVE'])
  await tell(first, takenBack)
  assert.equal(await standing(id), 'SENT 0.00 0.00 1000.00 0.00')
  assert.deepEqual(await link(), [0, '0.00', '1000.00', 'ACTIVE'])
})

test('links that an earlier version began at nothing are counted by a migration', async () => {
  const { sql } = service.world
  const { id } = await invoiced()
  await part(id, '400.00')
  const { id: linkId } = await linked(id)
  await sql`update payment_links set paid_count = 0, paid_summed = 0, paid_amount = 0 where id = ${linkId}`
  const text = await readFile(join(import.meta.dirname, `../../migrations/${countsAnew}`), 'utf8')
  await sql.begin((tx) => tx.unsafe(text))
  assert.equal(dataOf(await shop.call(`/v1/payment-links/${linkId}`)).paid_count, 1)
  while ((await sumLinks(sql)) > 0);
  assert.equal(dataOf(await shop.call(`/v1/payment-links/${linkId}`)).paid_amount, '400.00')
})

test('what is left of an invoice is credited though its link came after a part', async () => {
  const { id } = await invoiced()
  await part(id, '400.00')
  const { id: linkId } = await linked(id)
  const credited = await shop.call(at(id, '/credit-notes'), {
    method: 'POST',
    body: { amount: '600.00', reason: 'other' },
  })
  assert.equal(inShort(credited), '201', JSON.stringify(credited.body))
  assert.equal(await standing(id), 'PAID 400.00 600.00 0.00 0.00')
  const { paid_count: count, status } = dataOf(await shop.call(`/v1/payment-links/${linkId}`))
  assert.deepEqual([count, status], [1, 'PAID'])
})

test('an invoice in one payment behaves as it always did, and tells it', async () => {
  const { id } = await drafted(service, tillOf(shop))
  const [problem] = (await pushFor(id, '600.00')).body.error.details as { problem: string }[]
  assert.equal(problem?.problem, 'must be exactly that of the invoice, 1000.00')
  const [first, second] = [await paying(id, '1000.00'), await paying(id, '1000.00')]
  await tell(first, paid)
  assert.equal(await standing(id), 'PAID 1000.00 0.00 0.00 0.00')
  await tell(second, paid)
  assert.equal(await standing(id), 'PAID 2000.00 0.00 0.00 1000.00')
  assert.deepEqual(
    (await findDiscrepancies(service, second)).map(({ kind }) => kind),
    ['paid_twice'],
  )
  for (const one of [first, second]) await tell(one, takenBack)
  assert.equal(await standing(id), 'SENT 0.00 0.00 1000.00 0.00')
  assert.deepEqual(await told(id), ['invoice.paid', 'invoice.overpaid', 'invoice.reopened'])
})

test('parts that go back open it again, down to nothing', async () => {
  const { id } = await invoiced({ due_date: '2020-01-01' })
  assert.equal((await read(id)).is_overdue, false)
  const [first, second] = [await part(id, '700.00'), await part(id, '300.00')]
  assert.equal((await read(id)).is_overdue, false)
  await tell(first, takenBack)
  assert.equal(await standing(id), 'PARTIALLY_PAID 300.00 0.00 700.00 0.00')
  assert.equal((await read(id)).is_overdue, true)
  await tell(second, takenBack)
  assert.equal(await standing(id), 'OVERDUE 0.00 0.00 1000.00 0.00')
  await part(id, '1000.00')
  assert.equal(await standing(id), 'PAID 1000.00 0.00 0.00 0.00')
  assert.deepEqual(await told(id), [
    ...['invoice.partially_paid', 'invoice.paid', 'invoice.reopened', 'invoice.paid'],
  ])
})

test('a payment too many is the merchant’s, and a person is told what of it is too much', async () => {
  const { id } = await invoiced()
  const [first, second] = [await paying(id, '700.00'), await paying(id, '600.00')]
  const late = await paying(id, '200.00')
  await tell(first, paid)
  await tell(second, paid)
  assert.equal(await standing(id), 'PAID 1300.00 0.00 0.00 300.00')
  await tell(late, paid)
  assert.equal(await standing(id), 'PAID 1500.00 0.00 0.00 500.00')
  for (const [collection, amount] of [
    [first, null],
    [second, '300.00'],
    [late, '0.00'],
  ] as const) {
    const found = await findDiscrepancies(service, collection)
    const ours = `invoice ${id} was due TZS ${amount}`
    assert.deepEqual(found, amount === null ? [] : [{ kind: 'overpaid', ours }])
    assert.equal((await shop.state(collection)).status, 'successful')
  }
  assert.deepEqual(await told(id), [
    ...['invoice.partially_paid', 'invoice.paid', 'invoice.overpaid', 'invoice.overpaid'],
  ])
  await tell(first, takenBack)
  assert.equal(await standing(id), 'PARTIALLY_PAID 800.00 0.00 200.00 0.00')
})

test('two payers pay the last part at the same moment: one pays it, the other is too many, and no money is lost', async (context) => {
  const rounds = howMuch({ test: 5, proveShort: 40, prove: 200 })
  tellProof(context, `${rounds} rounds of two payers of one last part, by a link and without`)
  const doors = [service.parts.resolve, collectionResolver(service.world, service.parts.registry)]
  const before = Number((await shop.balance('sandbox')).available)
  for (let round = 1; round <= rounds; round += 1) {
    const { id } = await invoiced()
    const link = await linked(id)
    await part(id, '600.00')
    const byLink = shop.order('ussd-push', {
      ...{ amount: '400.00', customer_phone: '0712345678', payment_link_id: link.id },
    })
    const both = [await paying(id, '400.00'), dataOf(await byLink).id]
    await Promise.all(both.map((collection, place) => tell(collection, paid, doors[(place + round) % 2])))
    const kinds = await Promise.all(both.map((collection) => findDiscrepancies(service, collection)))
    assert.deepEqual(
      kinds.flat().map(({ kind }) => kind),
      ['overpaid'],
    )
    assert.equal(await standing(id), 'PAID 1400.00 0.00 0.00 400.00')
    const { status, paid_count: count } = dataOf(await shop.call(`/v1/payment-links/${link.id}`))
    assert.deepEqual([status, count], ['PAID', 3])
  }
  assert.equal(Number((await shop.balance('sandbox')).available), before + 1400 * rounds)
})

test('the link of an invoice in parts asks for what is due, as long as something is', async () => {
  const { id } = await invoiced()
  const link = await linked(id)
  const terms = async () => {
    const { amount, min_amount, max_amount, single_use, status } = dataOf(
      await shop.call(`/v1/payment-links/${link.id}`),
    )
    return [amount, min_amount, max_amount, single_use, status]
  }
  assert.deepEqual(await terms(), [null, '100.00', '1000.00', false, 'ACTIVE'])
  const path = `/v1/public/payment-links/${new URL(link.public_url).pathname.slice(3)}/collect`
  await shop.call('/v1/sandbox/profile', { method: 'PATCH', body: { failure_rate: 0 } })
  const pay = (amount: string, phone: string) =>
    service.call(path, { body: { method: 'USSD_PUSH', phone, amount } })
  assert.equal(inShort(await pay('1000.01', '0712345678')), '422 validation_error')
  assert.equal(dataOf(await pay('600', '0712345678')).status, 'successful')
  assert.deepEqual(await terms(), [null, '100.00', '400.00', false, 'ACTIVE'])
  assert.equal(dataOf(await pay('350', '0755345678')).status, 'successful')
  assert.deepEqual(await terms(), ['50.00', null, null, false, 'ACTIVE'])
  const rest = await service.call(path, { body: { method: 'USSD_PUSH', phone: '0765345678' } })
  assert.equal(dataOf(rest).status, 'successful')
  assert.deepEqual(await terms(), ['50.00', null, null, false, 'PAID'])
  assert.equal(await standing(id), 'PAID 1000.00 0.00 0.00 0.00')
})

test('its pages tell what is paid and what is left, and take parts, in both languages', async () => {
  const { id, public_url: url } = await invoiced()
  await part(id, '600.00')
  const payer = payerOf(service)
  for (const [lang, ...words] of [
    ['en', 'Paid in part', 'Paid so far', 'Still to pay', 'You can pay it in parts.'],
    ['sw', 'Imelipwa kiasi', 'Kilicholipwa', 'Kilichobaki kulipwa', 'Unaweza kulipa kwa awamu.'],
  ]) {
    const page = await payer.load(`${new URL(url).pathname}?lang=${lang}`)
    for (const word of words) assert.ok(page.text.includes(word), `${word}: ${page.text}`)
    assert.ok(page.text.includes('400'))
  }
})

test('what is paid in part is not voided, and what is void takes no part', async () => {
  const { id } = await invoiced()
  const under = await paying(id, '400.00')
  const other = await invoiced()
  await part(other.id, '100.00')
  assert.equal(inShort(await shop.call(at(other.id, '/void'), { method: 'POST' })), '409 invalid_state')
  assert.equal(inShort(await shop.call(at(id, '/void'), { method: 'POST' })), '200')
  await tell(under, paid)
  assert.equal(await standing(id), 'VOID 0.00 0.00 0.00 0.00')
  assert.deepEqual(
    (await findDiscrepancies(service, under)).map(({ kind }) => kind),
    ['paid_after_void'],
  )
  assert.deepEqual(await told(id), ['invoice.voided'])
})

test('what an invoice says of its parts makes sense, and only a draft changes it', async () => {
  const wrong = async (fields: Fields) => {
    const answer = await service.call('/v1/invoices', {
      ...tillOf(shop).sandbox,
      body: {
        ...{ merchant_id: shop.merchantId, customer_name: 'Asha', customer_phone: '0712345678' },
        ...{ due_date: '2099-12-31', items: [item('2', '500')], ...fields },
      },
    })
    assert.equal(inShort(answer), '422 validation_error', JSON.stringify(fields))
    return (answer.body.error.details as { field: string }[])[0]?.field
  }
  for (const fields of [
    { minimum_payment: '100' },
    { allow_part_payment: false, minimum_payment: '100' },
    { allow_part_payment: true, minimum_payment: '1000.01' },
    { allow_part_payment: true, minimum_payment: '0' },
    { allow_part_payment: true, minimum_payment: 100 },
  ])
    assert.equal(await wrong(fields), 'minimum_payment')
  assert.equal(await wrong({ allow_part_payment: 'yes' }), 'allow_part_payment')
  const { id } = await invoiced()
  const change = (body: Fields) => shop.call(at(id), { method: 'PATCH', body })
  assert.equal(dataOf(await change({ minimum_payment: '250' })).minimum_payment, '250.00')
  assert.equal(dataOf(await change({ minimum_payment: null })).minimum_payment, null)
  assert.equal(dataOf(await change({ minimum_payment: '300' })).minimum_payment, '300.00')
  const off = dataOf(await change({ allow_part_payment: false }))
  assert.deepEqual([off.allow_part_payment, off.minimum_payment], [false, null])
  assert.equal(dataOf(await change({ allow_part_payment: true })).allow_part_payment, true)
  await part(id, '1.00')
  assert.equal(inShort(await change({ allow_part_payment: false })), '409 invalid_state')
})
