import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { runChecks } from '../../src/books/books.ts'
import { collectionResolver } from '../../src/collections/collections.ts'
import type { Outcome } from '../../src/providers/providers.ts'
import { howMuch } from '../how-thorough.ts'
import { tellProof } from '../prove/tell-proof.ts'
import { type Service, startService } from '../service.ts'
import { payerOf } from './checkout/payer.ts'
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

/** An invoice of 1,000 shillings that was issued, and what its merchant may do with it. */
async function invoiced(fields: Fields = {}): Promise<Shown> {
  return await drafted(service, tillOf(shop), fields)
}
const at = (id: string, rest = '') => `/v1/invoices/${id}${rest}`
const read = async (id: string) => dataOf(await shop.call(at(id)))
const pushFor = (id: string, fields: Fields = {}) =>
  shop.order('ussd-push', { amount: '1000.00', customer_phone: '0712345678', invoice_id: id, ...fields })
const paying = async (id: string) => dataOf(await pushFor(id)).id
const linked = async (id: string) => dataOf(await shop.call(at(id, '/payment-link'), { method: 'POST' }))
const pushBy = (link: Shown) =>
  shop.order('ussd-push', { amount: '1000', customer_phone: '0712345678', payment_link_id: link.id })
const payingBy = async (link: Shown) => dataOf(await pushBy(link)).id

const tell = (collectionId: string, word: Outcome, resolve = service.parts.resolve) =>
  resolve(
    { collectionId, source: 'callback', word },
    { merchant_id: shop.merchantId, environment: 'sandbox' },
  )
const discrepanciesOf = (collectionId: string) => findDiscrepancies(service, collectionId)

test('a payment that begins issues a draft, and its success pays it in the same moment', async () => {
  const { id } = await invoiced()
  const collection = dataOf(await pushFor(id))
  assert.equal(collection.invoice_id, id)
  const issued = await read(id)
  assert.deepEqual([issued.status, issued.paid_at], ['SENT', null])
  const changed = await shop.call(at(id), { method: 'PATCH', body: { notes: 'x' } })
  assert.equal(inShort(changed), '409 invalid_state')
  await tell(collection.id, paid)
  const done = await read(id)
  assert.equal(done.status, 'PAID')
  const [row] = await service.world.sql<{ completed_at: Date }[]>`
    select completed_at from collections where id = ${collection.id}`
  assert.equal(done.paid_at, row?.completed_at.toISOString())
  for (const answer of [await pushFor(id), await shop.call(at(id, '/void'), { method: 'POST' })]) {
    assert.equal(inShort(answer), '409 invoice_already_paid')
  }
})

test('a payment that fails leaves the invoice open, and another may pay it', async () => {
  const { id } = await invoiced()
  const first = await paying(id)
  await tell(first, { kind: 'failed', providerStatus: 'FAILED', reason: 'declined', providerMessage: 'no' })
  assert.equal((await read(id)).status, 'SENT')
  await tell(await paying(id), paid)
  assert.equal((await read(id)).status, 'PAID')
})

test('an invoice is paid with exactly its total and currency, by its merchant, in its environment', async () => {
  const { id } = await invoiced()
  const stranger = await openShop(service)
  const theirs = await drafted(service, tillOf(stranger))
  const live = await drafted(service, tillOf(shop), {}, { key: shop.liveKey })
  const before = await read(id)
  const wrong: [Fields, string][] = [
    [{ amount: '999.99' }, 'amount'],
    [{ amount: '1000.01' }, 'amount'],
    ...[theirs.id, live.id, service.world.newId()].map((other): [Fields, string] => [
      { invoice_id: other },
      'invoice_id',
    ]),
  ]
  const words = new Set<unknown>()
  for (const [fields, field] of wrong) {
    const answer = await pushFor(id, fields)
    assert.equal(inShort(answer), '422 validation_error', JSON.stringify(fields))
    const [problem] = answer.body.error.details as { field: string; problem: string }[]
    assert.equal(problem?.field, field)
    if (field === 'invoice_id') words.add(problem?.problem)
  }
  assert.equal(words.size, 1)
  assert.deepEqual(await read(id), before)
  assert.equal((await read(id)).status, 'DRAFT')
})

test('a paid invoice is open again when its money is taken back, and can be paid anew', async () => {
  const { id } = await invoiced({ due_date: '2020-01-01' })
  const first = await paying(id)
  await tell(first, paid)
  assert.equal((await read(id)).status, 'PAID')
  await tell(first, takenBack)
  const open = await read(id)
  assert.deepEqual([open.status, open.paid_at], ['OVERDUE', null])
  const second = await paying(id)
  await tell(second, paid)
  assert.equal((await read(id)).status, 'PAID')
  assert.deepEqual(await discrepanciesOf(second), [])
})

test('of two payments the first pays, the second is credited and told; and takes its place when the first goes back', async () => {
  const { id } = await invoiced()
  const [first, second] = [await paying(id), await paying(id)]
  await tell(first, paid)
  await tell(second, paid)
  assert.equal((await shop.state(second)).status, 'successful')
  assert.deepEqual(await discrepanciesOf(first), [])
  assert.deepEqual(await discrepanciesOf(second), [
    { kind: 'paid_twice', ours: `invoice ${id} is paid by collection ${first}` },
  ])
  await tell(first, takenBack)
  assert.equal((await read(id)).status, 'PAID')
  await tell(second, takenBack)
  assert.equal((await read(id)).status, 'SENT')
})

test('what was void when its payment came stays void; the money is credited, and a person is told', async () => {
  const { id } = await invoiced()
  const collection = await paying(id)
  assert.equal(inShort(await shop.call(at(id, '/void'), { method: 'POST' })), '200')
  assert.equal(inShort(await pushFor(id)), '409 invalid_state')
  await tell(collection, paid)
  assert.equal((await read(id)).status, 'VOID')
  assert.equal((await shop.state(collection)).status, 'successful')
  assert.deepEqual(await discrepanciesOf(collection), [
    { kind: 'paid_after_void', ours: `invoice ${id} is void` },
  ])
})

test('an invoice has one link, for its total and one payment, which pays both', async () => {
  const { id, number } = await invoiced()
  const asked = await Promise.all([1, 2, 3].map(() => shop.call(at(id, '/payment-link'), { method: 'POST' })))
  assert.deepEqual(new Set(asked.map(inShort)), new Set(['201']))
  const links = asked.map(dataOf)
  const [link] = links
  assert.ok(link)
  for (const other of links) assert.deepEqual(other, link)
  const { amount, currency, description, single_use: once, invoice_id: invoice } = link
  assert.deepEqual(
    [amount, currency, description, once, invoice],
    ['1000.00', 'TZS', `Ankara ${number}`, true, id],
  )
  const issued = await read(id)
  assert.deepEqual([issued.status, issued.payment_link_id], ['SENT', link.id])
  const collection = dataOf(await pushBy(link))
  assert.equal(collection.invoice_id, id)
  await tell(collection.id, paid)
  const linkNow = async () => dataOf(await shop.call(`/v1/payment-links/${link.id}`)).status
  assert.deepEqual([(await read(id)).status, await linkNow()], ['PAID', 'PAID'])
  await tell(collection.id, takenBack)
  assert.deepEqual([(await read(id)).status, await linkNow()], ['SENT', 'ACTIVE'])
  assert.equal(inShort(await shop.call(at(id, '/void'), { method: 'POST' })), '200')
  assert.deepEqual([(await read(id)).status, await linkNow()], ['VOID', 'INACTIVE'])
  assert.equal(inShort(await pushBy(link)), '409 payment_link_unavailable')
})

test('the link of an invoice is paid and open with it, whichever way the money comes and goes', async () => {
  const { id } = await invoiced()
  const before = await paying(id)
  const link = await linked(id)
  const after = await payingBy(link)
  const open = () => payerOf(service).load(new URL(link.public_url).pathname)
  const both = async () => {
    const { status, paid_count: count } = dataOf(await shop.call(`/v1/payment-links/${link.id}`))
    return [(await read(id)).status, status, count, (await open()).forms.length]
  }
  assert.deepEqual(await both(), ['SENT', 'ACTIVE', 0, 1])
  await tell(before, paid)
  assert.deepEqual(await both(), ['PAID', 'PAID', 1, 0])
  assert.equal((await open()).heading, 'Already paid. Nothing is left to pay.')
  assert.equal(inShort(await pushBy(link)), '409 payment_link_unavailable')
  await tell(after, paid)
  assert.deepEqual(await both(), ['PAID', 'PAID', 2, 0])
  const [second, ...more] = await discrepanciesOf(after)
  assert.deepEqual([second?.ours, more], [`invoice ${id} is paid by collection ${before}`, []])
  await tell(before, takenBack)
  assert.deepEqual(await both(), ['PAID', 'PAID', 1, 0])
  await tell(after, takenBack)
  assert.deepEqual(await both(), ['SENT', 'ACTIVE', 0, 1])
  await tell(await paying(id), paid)
  assert.deepEqual(await both(), ['PAID', 'PAID', 1, 0])
})

test('what is void gets no link, and the one that it has is opened by nobody, not even by the money that comes by it', async () => {
  const { id } = await invoiced()
  const link = await linked(id)
  const late = await payingBy(link)
  const other = await invoiced()
  for (const one of [id, other.id]) await shop.call(at(one, '/void'), { method: 'POST' })
  assert.equal(
    inShort(await shop.call(at(other.id, '/payment-link'), { method: 'POST' })),
    '409 invalid_state',
  )
  const change = (fields: Fields) =>
    shop.call(`/v1/payment-links/${link.id}`, { method: 'PATCH', body: fields })
  assert.equal(inShort(await change({ status: 'ACTIVE' })), '409 invalid_state')
  await tell(late, paid)
  const { status, paid_count: count } = dataOf(await change({ description: 'Void' }))
  assert.deepEqual([(await read(id)).status, status, count], ['VOID', 'INACTIVE', 1])
  assert.equal((await discrepanciesOf(late))[0]?.kind, 'paid_after_void')
  await tell(late, takenBack)
  assert.equal(dataOf(await change({ status: 'INACTIVE' })).paid_count, 0)
})

test('two payments at the same moment, for the invoice or by its link: one pays, the other is a discrepancy', async (context) => {
  const rounds = howMuch({ test: 5, proveShort: 40, prove: 200 })
  tellProof(context, `${rounds} rounds of two collections, and of a link and a collection, for one invoice`)
  // Two doors, as of two processes: in one of them they would share a batch, and come one after the other.
  const doors = [service.parts.resolve, collectionResolver(service.world, service.parts.registry)]
  const before = Number((await shop.balance('sandbox')).available)
  for (let round = 1; round <= rounds; round += 1) {
    for (const isByLink of [false, true]) {
      const { id } = await invoiced()
      const link = isByLink ? await linked(id) : undefined
      const both = await Promise.all([paying(id), link ? payingBy(link) : paying(id)])
      await Promise.all(both.map((collection, place) => tell(collection, paid, doors[(place + round) % 2])))
      const told = await Promise.all(both.map((collection) => discrepanciesOf(collection)))
      const first = told.findIndex((kinds) => kinds.length === 0)
      assert.deepEqual(told[1 - first], [
        { kind: 'paid_twice', ours: `invoice ${id} is paid by collection ${both[first]}` },
      ])
      assert.equal((await read(id)).status, 'PAID')
      const states = await Promise.all(both.map(async (one) => (await shop.state(one)).status))
      assert.deepEqual(states, ['successful', 'successful'])
      if (link === undefined) continue
      const { status, paid_count: count } = dataOf(await shop.call(`/v1/payment-links/${link.id}`))
      assert.deepEqual([status, count], ['PAID', 2])
    }
  }
  assert.equal(
    Number((await shop.balance('sandbox')).available),
    before + 4 * 1000 * rounds,
    'the money is there',
  )
})

test('check-books sees a gap, a wrong sum, an invoice that nothing paid, a payment that pays nothing and a link apart', async () => {
  const { sql } = service.world
  const { id } = await invoiced({ items: [item('1', '1000.00', '18')] })
  const other = await invoiced()
  const link = await linked(other.id)
  const payment = await paying(other.id)
  await tell(payment, paid)
  const spoilt = async (statement: string) => {
    let found: string[] = []
    const undone = sql.begin(async (tx) => {
      await tx.unsafe(statement)
      found = (await runChecks(tx, service.world.vault)).filter((one) => !one.holds).map((one) => one.check)
      throw new Error('undone')
    })
    await assert.rejects(undone, /undone/)
    return found
  }
  const payer = 'a paid invoice is paid by a successful collection of its own, for exactly its total'
  const told = 'every successful collection for an invoice pays it, or a person was told'
  const sums = 'an invoice comes to the sum of its lines and their taxes, each rounded half up'
  const numbers = 'the invoices of a merchant are numbered from 1, without gaps'
  const apart = 'an invoice and its link name each other, ask for the same and are paid by the same'
  const paidLink =
    'a paid link is paid by a successful collection of its own, and one that can be paid once is paid or open'
  const counts = 'the counts and sums of payment links equal their successful collections'
  const [isFirst, isOther, isLink] = [id, other.id, link.id].map((one) => `where id = '${one}'`)
  for (const [statement, expected] of [
    [`update invoice_numbers set last = last + 1 where merchant_id = '${shop.merchantId}'`, [numbers]],
    [`update invoices set number = number + 1000 ${isFirst}`, [numbers]],
    [`update invoices set tax = tax + 1, total = total + 1 ${isFirst}`, [sums]],
    [`update invoices set status = 'SENT', paid_by = null, paid_at = null ${isOther}`, [apart, told]],
    [`update invoices set paid_by = gen_random_uuid() ${isOther}`, [apart, payer, told]],
    [`update payment_links set paid_by = null ${isLink}`, [apart]],
    [`update payment_links set paid_by = null, paid_count = 0 ${isLink}`, [apart, counts]],
    [`update payment_links set amount = amount + 1 ${isLink}`, [apart]],
    [`update payment_links set invoice_id = null ${isLink}`, [paidLink, apart]],
    [`update invoices set payment_link_id = null ${isOther}`, [apart, counts]],
  ] as const) {
    assert.deepEqual(await spoilt(statement), expected, statement)
  }
})
