import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sumUpCounts } from '../../src/collections/count-collections.ts'
import { type Service, startService } from '../service.ts'
import { endStory } from './money/books.ts'
import { ownClock } from './money/own-provider.ts'
import { dataOf, type Fields, openShop, referenceOf, type Shop, somebody } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'

const minuteMs = 60_000
const clock = ownClock()
let service: Service
let shop: Shop
/** Ids in the order they were made, a minute apart: the hosted page first, then five pushes and a code. */
const ids: string[] = []
const times: string[] = []

before(async () => {
  service = await startService({ clock, environment: { ROLE: 'api' } })
  shop = await openShop(service)
  const keep = (made: Fields) => {
    ids.push(String(made.collection_id ?? made.id))
    times.push(clock.now().toISOString())
    clock.pass(minuteMs)
  }
  keep(await shop.collect('wallet-push', { amount: 10, phone: somebody, reference: 'a' }))
  keep(await shop.push({ merchant_reference: 'b' }))
  keep(await shop.push({ merchant_reference: 'b' }))
  keep(await shop.collect('stk-push', { amount: '5', customer_phone: somebody }))
  keep(await shop.collect('dynamic-qr', { amount: '7', merchant_reference: 'c' }))
  keep(await shop.push({ merchant_reference: 'd', customer_phone: '0754000001' }))
  await shop.tell({ reference: referenceAt(1) })
  await shop.tell({ reference: referenceAt(2), type: 'collection.failed' })
  // Neither of these belongs in the list: another shop's, and one of live.
  await (await openShop(service)).push()
  await shop.push({}, { key: shop.liveKey })
})
after(() => endStory(service))

const referenceAt = (place: number) => referenceOf(ids[place])

async function list(query: string): Promise<Fields & { items: Fields[] }> {
  const answer = await shop.dashboard(`/v1/merchants/${shop.merchantId}/collections?${query}`)
  return dataOf(answer) as Fields & { items: Fields[] }
}

/** The places of what is found, oldest first, after checking that the total says the same. */
async function found(query: string): Promise<number[]> {
  const { items, total } = await list(query)
  assert.equal(total, items.length, query)
  return items.map(({ id }) => ids.indexOf(String(id))).reverse()
}

test('a list is newest first and holds what is of this merchant and environment', async () => {
  const { items, page, page_size: size, total, next_cursor: next } = await list('')
  assert.deepEqual(
    items.map(({ id }) => id),
    ids.toReversed(),
  )
  assert.deepEqual([page, size, total, next], [1, 25, 6, null])
})

test('a list is narrowed by status, method, reference and time, and by all at once', async () => {
  assert.deepEqual(await found('status=processing'), [0, 3, 4, 5])
  assert.deepEqual(await found('status=successful'), [1])
  assert.deepEqual(await found('status=failed'), [2])
  assert.deepEqual(await found('status=reversed'), [])
  assert.deepEqual(await found('method=USSD_PUSH'), [0, 1, 2, 5])
  assert.deepEqual(await found('method=DYNAMIC_QR'), [4])
  assert.deepEqual(await found('method=USSD_PUSH&status=processing'), [0, 5])
  assert.deepEqual(await found('reference=b'), [1, 2])
  assert.deepEqual(await found('reference=B'), [])
  assert.deepEqual(await found(`from=${times[3]}`), [3, 4, 5])
  assert.deepEqual(await found(`from=${times[1]}&to=${laterThan(times[2])}`), [1, 2])
  assert.deepEqual(await found(`to=${laterThan(times[0])}`), [0])
  assert.deepEqual(await found(`reference=b&status=failed&method=USSD_PUSH&from=${times[0]}`), [2])
})

test('a list is narrowed by the phone in any spelling, and by the network of pushes', async () => {
  for (const phone of ['0712345678', '255712345678', '%2B255712345678', '712345678']) {
    assert.deepEqual(await found(`phone=${phone}`), [0, 1, 2, 3])
  }
  assert.deepEqual(await found('phone=0754000001'), [5])
  assert.deepEqual(await found('phone=0754000009'), [])
  assert.deepEqual(await found('phone=0712345678&status=failed'), [2])
  assert.deepEqual(await found('phone=0712345678&reference=b&method=USSD_PUSH'), [1, 2])
  assert.deepEqual(await found('network=Mixx+by+Yas'), [0, 1, 2, 3])
  assert.deepEqual(await found('network=Mixx+by+Yas&status=successful'), [1])
  assert.deepEqual(await found(`network=Mixx+by+Yas&from=${times[2]}`), [2, 3])
  assert.deepEqual(await found('network=M-Pesa'), [5])
  assert.deepEqual(await found('network=T-Pesa'), [])
  const { items, next_cursor: next } = await list('network=Mixx+by+Yas&page_size=3')
  const rest = await list(`network=Mixx+by+Yas&cursor=${next}`)
  assert.deepEqual(
    [...items, ...rest.items].map(({ id }) => ids.indexOf(String(id))),
    [3, 2, 1, 0],
  )
})

test('a list is CSV for whoever prefers it, with the way on in a header', async () => {
  const path = `/v1/merchants/${shop.merchantId}/collections?page_size=4`
  const first = await shop.dashboard(path, 'sandbox', { headers: { accept: 'text/csv' } })
  const [names, ...rows] = String(first.body).trim().split('\r\n')
  assert.match(String(names), /^id,merchant_id,method,amount,currency,customer_phone,/)
  assert.deepEqual(
    rows.map((row) => row.split(',')[0]),
    ids.toReversed().slice(0, 4),
  )
  assert.equal(first.headers.get('x-next-cursor'), (await list('page_size=4')).next_cursor)
})

const laterThan = (time: string | undefined) =>
  encodeURIComponent(new Date(Date.parse(String(time)) + 1000).toISOString())

test('what no list understands is refused', async () => {
  for (const query of [
    'status=paid',
    'method=wallet_push',
    'from=yesterday',
    'to=2026-13-01T00:00:00Z',
    'reference=',
    'phone=12345678',
    'phone=0712%20345678',
    'network=Vodacom',
    'page_size=101',
    'page=0',
    'colour=red',
    'cursor=nonsense',
  ]) {
    const answer = await shop.dashboard(`/v1/merchants/${shop.merchantId}/collections?${query}`)
    assert.equal(inShort(answer), '422 validation_error', query)
  }
  const byKey = await shop.call(`/v1/merchants/${shop.merchantId}/collections`)
  assert.equal(inShort(byKey), '403 dashboard_session_required')
})

test('a cursor walks to the end, each once, while new ones come in at the front', async () => {
  const walked: unknown[] = []
  const first = await list('page_size=4')
  let next = first.next_cursor
  walked.push(...first.items.map(({ id }) => id))
  const fresh = await shop.push({ merchant_reference: 'new' })
  while (next !== null) {
    const page = await list(`page_size=4&cursor=${next}`)
    assert.deepEqual([page.page, page.total], [null, null])
    walked.push(...page.items.map(({ id }) => id))
    next = page.next_cursor
  }
  assert.deepEqual(walked, ids.toReversed())
  await shop.tell({ reference: String(fresh.provider_reference), type: 'collection.failed' })
})

test('totals stay right when the counts behind them are summed up', async () => {
  const seller = await openShop(service)
  // One after the other, so that each leaves a change of its own to be summed up.
  for (let made = 0; made < 60; made += 1) await seller.push()
  const { items } = dataOf(
    await seller.dashboard(`/v1/merchants/${seller.merchantId}/collections?page_size=100`),
  ) as { items: Fields[] }
  await Promise.all(items.map((item) => seller.tell({ reference: String(item.provider_reference) })))
  const totals = async () => {
    const of = async (query: string) =>
      dataOf(await seller.dashboard(`/v1/merchants/${seller.merchantId}/collections?page_size=1&${query}`))
        .total
    return [await of(''), await of('status=successful'), await of('status=processing')]
  }
  assert.deepEqual(await totals(), [60, 60, 0])
  assert.ok((await sumUpCounts(service.world.sql)) > 0)
  assert.deepEqual(await totals(), [60, 60, 0])
})

test('the dashboard tells the whole story of a collection', async () => {
  const id = ids[1]
  const { history, ...shown } = await shop.read(id)
  assert.equal(shown.status, 'successful')
  assert.deepEqual(
    history.map(({ from, to, source, provider_payment_status: word }) => [from, to, source, word]),
    [
      [null, 'processing', 'caller', null],
      ['processing', 'successful', 'callback', 'COMPLETED'],
    ],
  )
  const failed = await shop.read(ids[2])
  assert.deepEqual(
    failed.history.map(({ to }) => to),
    ['processing', 'failed'],
  )
})

test('a list is narrowed by the link or the invoice that was paid', async () => {
  const made = { merchant_id: shop.merchantId, description: 'honey' }
  const link = dataOf(await shop.call('/v1/payment-links', { body: { ...made, amount: '900.00' } }))
  const other = dataOf(await shop.call('/v1/payment-links', { body: { ...made, amount: null } }))
  const { id: first } = await shop.push({ amount: '900.00', payment_link_id: link.id })
  const { id: second } = await shop.push({ amount: '900.00', payment_link_id: link.id })
  const idsOf = async (query: string) => (await list(query)).items.map(({ id }) => id)
  assert.deepEqual(await idsOf(`payment_link_id=${link.id}`), [second, first])
  assert.deepEqual(await idsOf(`payment_link_id=${link.id}&status=successful`), [])
  assert.deepEqual(await idsOf(`payment_link_id=${other.id}`), [])
  const invoice = dataOf(
    await shop.call('/v1/invoices', {
      body: {
        merchant_id: shop.merchantId,
        ...{ customer_name: 'Asha', customer_phone: somebody, due_date: '2030-01-31' },
        items: [{ description: 'honey', quantity: '1', unit_price: '900.00' }],
      },
    }),
  )
  dataOf(await shop.call(`/v1/invoices/${invoice.id}/send`, { method: 'POST' }))
  const { id: paid } = await shop.push({ amount: '900.00', invoice_id: invoice.id })
  assert.deepEqual(await idsOf(`invoice_id=${invoice.id}`), [paid])
  assert.deepEqual(await idsOf(`invoice_id=${link.id}`), [])
})
