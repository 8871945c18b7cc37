import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sumUpDays } from '../../src/figures/sum-up-days.ts'
import { type Service, startService } from '../service.ts'
import { type Till, wish } from './invoices/till.ts'
import { hireAdmin } from './money/admin.ts'
import { endStory } from './money/books.ts'
import { declined, ownClock, ownProvider, succeeded, workOnce } from './money/own-provider.ts'
import { dataOf, type Fields, openShop, referenceOf, type Shop } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'

const hourMs = 3_600_000
const provider = ownProvider({ collect: () => ({ kind: 'pending', providerStatus: 'PENDING' }) })
const clock = ownClock()
let service: Service
let shop: Shop
let admin: Awaited<ReturnType<typeof hireAdmin>>
before(async () => {
  service = await startService({ clock, environment: { ROLE: 'api' }, providers: { live: provider } })
  admin = await hireAdmin(service)
  shop = await openShop(service)
})
after(() => endStory(service))

type Ordered = { id: string; reference: string }

async function ask(amount: string, phone: string, reference: string, by = shop): Promise<Ordered> {
  const made = await by.push(
    { amount, customer_phone: phone, merchant_reference: reference },
    { key: by.liveKey },
  )
  await workOnce(service)
  return { id: String(made.id), reference: String(made.provider_reference) }
}

async function tell({ reference }: Ordered, word: Parameters<typeof provider.tell>[2]): Promise<void> {
  const { body } = await provider.tell(service, reference, word)
  assert.equal(body.data.outcome, 'applied', JSON.stringify(body))
}

const summary = async (query = '') => dataOf(await shop.dashboard(`/v1/merchant/summary${query}`, 'live'))
const inDar = (at: Date) => new Date(at.getTime() + 3 * hourMs).toISOString().slice(0, 10)

const noDay = {
  ...{ paid_count: 0, paid_amount: '0.00', fees: '0.00' },
  ...{ failed_count: 0, reversed_count: 0, reversed_amount: '0.00' },
}

test('a merchant without payments has thirty days of nothing', async () => {
  const { today, days, networks, methods, failures, from, to } = await summary()
  assert.deepEqual(today, { day: to, ...noDay, waiting: 0, held: 0 })
  assert.equal(to, inDar(clock.now()))
  assert.equal((days as Fields[]).length, 30)
  assert.deepEqual((days as Fields[])[0], { day: from, ...noDay })
  assert.deepEqual([networks, methods, failures], [[], [], []])
})

test('payments are told by day, network, method and reason, with their fees, at any moment', async () => {
  const path = `/v1/admin/merchants/${shop.merchantId}/pricing-rules/COLLECTION`
  const rule = await admin.call(path, 'live', { method: 'PUT', body: { label: 'Own', percentage: '2' } })
  assert.equal(rule.status, 200)
  const paid = [await ask('1000.00', '0712000001', 'a'), await ask('500.50', '0754000001', 'b')]
  const failed = [await ask('70.00', '0712000002', 'c'), await ask('70.00', '0712000003', 'd')]
  await ask('9.00', '0622000001', 'waiting')
  for (const one of paid) await tell(one, succeeded())
  for (const one of failed) await tell(one, declined)
  const day = inDar(clock.now())
  const first = { day, ...noDay, paid_count: 2, paid_amount: '1500.50', fees: '30.01', failed_count: 2 }
  const told = await summary()
  assert.deepEqual(told.today, { ...first, waiting: 1, held: 0 })
  assert.deepEqual((told.days as Fields[]).at(-1), first)
  assert.deepEqual(told.networks, [
    { network: 'Mixx by Yas', ended: 3, successful: 1, share: 0.3333 },
    { network: 'M-Pesa', ended: 1, successful: 1, share: 1 },
  ])
  assert.deepEqual(told.methods, [
    { method: 'USSD_PUSH', ended: 4, successful: 2, share: 0.5, paid_amount: '1500.50' },
  ])
  assert.deepEqual(told.failures, [{ failure_code: 'declined', count: 2 }])
  await sumUpDays(service.world.sql)
  assert.deepEqual(await summary(), told)

  clock.pass(24 * hourMs)
  const [taken] = paid
  assert.ok(taken)
  await tell(taken, { kind: 'reversed', providerStatus: 'REVERSED' })
  const later = await summary()
  assert.deepEqual(later.today, { day: inDar(clock.now()), ...noDay, waiting: 1, held: 0 })
  assert.deepEqual((later.days as Fields[]).at(-2), {
    ...first,
    ...{ paid_count: 1, paid_amount: '500.50', fees: '10.01', reversed_count: 1, reversed_amount: '1000.00' },
  })
  const only = await summary(`?from=${day}&to=${day}`)
  assert.deepEqual(only.days, [(later.days as Fields[]).at(-2)])
  assert.deepEqual((await summary(`?to=2020-01-01`)).networks, [])
  assert.deepEqual((await summary('?currency=KES')).methods, [])
})

test('the sandbox and other merchants have figures of their own', async () => {
  const sandbox = dataOf(await shop.dashboard('/v1/merchant/summary'))
  assert.deepEqual([sandbox.networks, (sandbox.today as Fields).waiting], [[], 0])
  const other = await openShop(service)
  const theirs = dataOf(await other.call('/v1/merchant/summary', { key: other.liveKey }))
  assert.deepEqual([theirs.networks, theirs.failures], [[], []])
})

test('a period that is none, or too long, is refused', async () => {
  for (const query of [
    'from=2026-13-01',
    'from=yesterday',
    'from=2024-01-01&to=2025-01-01',
    'currency=tzs',
  ]) {
    const answer = await shop.dashboard(`/v1/merchant/summary?${query}`, 'live')
    assert.equal(inShort(answer), '422 validation_error', query)
  }
})

type Found = { kind: string; id: string; title: string; status: string | null }

async function find(q: string, by = shop, environment: 'live' | 'sandbox' = 'live'): Promise<Found[]> {
  const answer = await by.dashboard(`/v1/merchant/search?q=${encodeURIComponent(q)}`, environment)
  return dataOf(answer).found as Found[]
}

const inWords = (found: Found[]) => found.map(({ kind, title, status }) => `${kind} ${title} ${status}`)

test('a payment is found by any spelling of its phone, by how it ends, its reference and its id', async () => {
  const { id } = await ask('250.00', '0765432100', 'order 77')
  const ways = ['0765432100', '+255 765 432 100', '255765432100', '765432100', '432100', '65-432-100']
  for (const q of [...ways, 'order 77', id, id.toUpperCase(), referenceOf(id)]) {
    const found = await find(q)
    assert.deepEqual(
      found.map((one) => [one.kind, one.id]),
      [['collection', id]],
      q,
    )
  }
  const [shown] = await find(id)
  const { created_at: at, ...rest } = shown as Found & { created_at: string }
  assert.ok(Number.isFinite(Date.parse(at)))
  assert.deepEqual(rest, {
    ...{ kind: 'collection', id, title: '255765432100', detail: 'order 77' },
    ...{ amount: '250.00', currency: 'TZS', status: 'processing' },
  })
  for (const q of ['0765432101', '432101', '32100', 'order 7', 'Order 77', randomUUID()]) {
    assert.deepEqual(await find(q), [], q)
  }
})

test('twenty are shown, the newest, though one phone has paid more often', async () => {
  const seller = await openShop(service)
  for (let made = 0; made < 23; made += 1) await seller.push({ merchant_reference: `n${made}` })
  await seller.push({ customer_phone: '0782345678', merchant_reference: 'another' })
  const details = async (q: string) =>
    (await find(q, seller, 'sandbox')).map((one) => (one as Found & { detail: string }).detail)
  const newest = Array.from({ length: 20 }, (_, place) => `n${22 - place}`)
  assert.deepEqual(await details('0712345678'), newest)
  assert.deepEqual(await details('345678'), ['another', ...newest.slice(0, 19)])
})

test('invoices, links and customers are found beside payments, newest first', async () => {
  const sent = { key: shop.liveKey, method: 'POST' }
  const make = async (path: string, body: Fields) =>
    dataOf(await shop.call(path, { ...sent, body, headers: { 'idempotency-key': randomUUID() } }))
  const customer = await make('/v1/customers', { name: 'Neema Ünal', phone: '0688111222' })
  const asked = { merchant_id: shop.merchantId }
  const bill = wish({ merchantId: shop.merchantId } as Till, { customer_phone: '0688111222' })
  const invoice = await make('/v1/invoices', bill)
  const link = await make('/v1/payment-links', { ...asked, amount: '10', description: 'A kanga' })
  assert.deepEqual(inWords(await find('0688 111 222')), [
    `invoice ${invoice.number} DRAFT`,
    'customer Neema Ünal null',
  ])
  assert.deepEqual(inWords(await find('NEEMA ü')), ['customer Neema Ünal null'])
  assert.deepEqual(inWords(await find('eema')), [])
  for (const q of [String(invoice.number), 'inv-1', String(invoice.id)]) {
    assert.deepEqual(inWords(await find(q)), [`invoice ${invoice.number} DRAFT`], q)
  }
  assert.deepEqual(inWords(await find(String(link.id))), ['payment_link A kanga ACTIVE'])
  assert.deepEqual((await find(String(customer.id)))[0]?.id, customer.id)
  assert.deepEqual(await find('0688111222', shop, 'sandbox'), [])
  assert.deepEqual(await find('0688111222', await openShop(service)), [])
})

test('a question that is none is refused, and whatever is written is only looked for', async () => {
  for (const q of ['', 'ab', '   ', ' a ', 'x'.repeat(101), 'abc\0']) {
    const answer = await shop.dashboard(`/v1/merchant/search?q=${encodeURIComponent(q)}`, 'live')
    assert.equal(inShort(answer), '422 validation_error', q)
  }
  assert.equal(inShort(await shop.dashboard('/v1/merchant/search', 'live')), '422 validation_error')
  for (const q of ['%%%', "o'); drop table collections; --", '___', 'a\u{10FFFF}b', '(((000000)))']) {
    assert.deepEqual(await find(q), [], q)
  }
})
