import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../service.ts'
import { endStory } from './money/books.ts'
import { dataOf, type Fields, openShop, type Shop, somebody } from './money/shop.ts'

let service: Service
let shop: Shop
let other: Shop
before(async () => {
  service = await startService()
  shop = await openShop(service)
  other = await openShop(service)
})
after(() => endStory(service))

const patch = (path: string, metadata: unknown, sent = {}) =>
  shop.call(path, { method: 'PATCH', body: { metadata }, ...sent })
const collectionsOf = (whose: Shop, filter: string) =>
  whose.dashboard(`/v1/merchants/${whose.merchantId}/collections?${filter}`)

async function idsBy(filter: string, whose = shop): Promise<unknown[]> {
  const { items } = dataOf(await collectionsOf(whose, filter)) as { items: Fields[] }
  return items.map(({ id }) => id)
}

const payer = { phone: somebody }
/** The eight calls, with as little as each needs. */
const calls: [string, Fields][] = [
  ['', { amount: 1500 }],
  ['wallet-push', { amount: 1500, ...payer }],
  ['provider-pesa', { amount: 1500, ...payer }],
  ['qr', { amount: 1500 }],
  ['ussd-push', { amount: '1500', customer_phone: somebody }],
  ['stk-push', { amount: '1500', customer_phone: somebody }],
  ['provider-pesa-push', { amount: '1500', customer_phone: somebody }],
  ['dynamic-qr', { amount: '1500' }],
]

for (const [path, body] of calls) {
  test(`POST /v1/collections/${path} keeps what is written beside it, and it is found by that`, async () => {
    const metadata = { order_id: `order ${path}`, 'till.no-1': 'Kariakoo & Ilala' }
    const made = await shop.collect(path, { ...body, metadata })
    const id = String(made.id ?? made.collection_id)
    assert.deepEqual((await shop.state(id)).metadata, metadata)
    // A page is live whichever key made it.
    const environment = path === '' ? 'live' : 'sandbox'
    const asked = `/v1/merchants/${shop.merchantId}/collections?metadata[order_id]=${encodeURIComponent(metadata.order_id)}`
    const found = dataOf(await shop.dashboard(asked, environment)) as { items: Fields[] }
    assert.deepEqual(
      found.items.map((item) => [item.id, item.metadata]),
      [[id, metadata]],
    )
  })
}

test('a filter is exact, all pairs must hold, and a cursor goes on within it', async () => {
  const metadata = { batch: 'B-9', channel: 'web' }
  const ids: unknown[] = []
  for (let number = 0; number < 3; number += 1) {
    ids.unshift((await shop.push({ metadata: { ...metadata, number: String(number) } })).id)
    await shop.push({ metadata: { batch: 'B-90', channel: 'web' } })
  }
  await other.push({ metadata })
  assert.deepEqual(await idsBy('metadata[batch]=B-9'), ids)
  assert.deepEqual(await idsBy('metadata%5Bbatch%5D=B-9&metadata[channel]=web&metadata[number]=1'), [ids[1]])
  assert.deepEqual(await idsBy('metadata[batch]=B-9&status=reversed'), [])
  assert.deepEqual(await idsBy('metadata[Batch]=B-9'), [])
  assert.equal((await idsBy('metadata[batch]=B-9', other)).length, 1)
  const first = dataOf(await collectionsOf(shop, 'metadata[batch]=B-9&page_size=2'))
  const rest = await idsBy(`metadata[batch]=B-9&page_size=2&cursor=${first.next_cursor}`)
  assert.deepEqual([(first.items as Fields[]).map(({ id }) => id), rest], [ids.slice(0, 2), ids.slice(2)])
  const csv = await shop.dashboard(
    `/v1/merchants/${shop.merchantId}/collections?metadata[batch]=B-9&page_size=1`,
    'sandbox',
    { headers: { accept: 'text/csv' } },
  )
  assert.match(String(csv.body), /""batch"":""B-9""/)
})

test('what does not fit is refused in words, and nothing is made', async () => {
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, number) => [`k${number}`, 'x']))
  const long = Object.fromEntries(Array.from({ length: 10 }, (_, number) => [`k${number}`, 'é'.repeat(500)]))
  const cases: [unknown, string, RegExp][] = [
    [{ 'order id': 'x' }, 'metadata.order id', /1 to 40 letters, digits/],
    [{ ['k'.repeat(41)]: 'x' }, `metadata.${'k'.repeat(41)}`, /1 to 40 letters, digits/],
    [{ order_id: 17 }, 'metadata.order_id', /text of at most 500/],
    [{ order_id: null }, 'metadata.order_id', /text of at most 500/],
    [{ order_id: 'x'.repeat(501) }, 'metadata.order_id', /text of at most 500/],
    [many, 'metadata', /at most 20 keys/],
    [long, 'metadata', /takes \d+ bytes; 8192 are the most/],
    [['order_id'], 'metadata', /an object/],
  ]
  for (const [metadata, field, words] of cases) {
    const { status, body } = await shop.order('ussd-push', {
      ...{ amount: '1500', customer_phone: somebody, merchant_reference: 'never made', metadata },
    })
    const problems = body.error.details as { field: string; problem: string }[]
    assert.equal(status, 422)
    assert.match(
      problems.find((problem) => problem.field === field)?.problem ?? JSON.stringify(problems),
      words,
    )
  }
  assert.deepEqual(await idsBy('reference=never%20made'), [])
  const four = 'metadata[a]=1&metadata[b]=1&metadata[c]=1&metadata[d]=1'
  for (const filter of [
    four,
    'metadata=A-17',
    'metadata[order id]=1',
    'metadata[a]=1&metadata[a]=2',
    'metadata[]=1',
  ])
    assert.equal((await collectionsOf(shop, filter)).status, 422, filter)
})

test('a change merges, null removes, and tells nobody; foreign ones are not there', async () => {
  const { id } = await shop.push({ metadata: { order_id: 'C-1', table: '4' } })
  const before = await shop.state(id)
  const changed = dataOf(await patch(`/v1/collections/${id}`, { table: null, waiter: 'Juma' }))
  assert.deepEqual(changed.metadata, { order_id: 'C-1', waiter: 'Juma' })
  assert.equal(changed.updated_at, before.updated_at)
  assert.deepEqual([await idsBy('metadata[table]=4'), await idsBy('metadata[waiter]=Juma')], [[], [id]])
  for (const sent of [{ key: other.sandboxKey }, { key: shop.liveKey }])
    assert.equal((await patch(`/v1/collections/${id}`, { waiter: 'Asha' }, sent)).status, 404)
  assert.equal((await patch(`/v1/collections/${id}`, { waiter: 7 })).status, 422)
  const byOwner = await shop.dashboard(`/v1/collections/${id}`, 'sandbox', {
    ...{ method: 'PATCH', body: { metadata: { waiter: 'Neema' } } },
    headers: { 'x-merchant-id': shop.merchantId },
  })
  assert.deepEqual(dataOf(byOwner).metadata, { order_id: 'C-1', waiter: 'Neema' })
  const audited = await service.world.sql`select * from audit_log where subject_id = ${String(id)}`
  assert.deepEqual(
    audited.map(({ action }) => action),
    ['collection.change_metadata'],
  )
  assert.doesNotMatch(
    JSON.stringify(audited, (_, value) => String(value)),
    /Neema/,
  )
  assert.equal((await service.world.sql`select from events where resource_id = ${String(id)}`).length, 0)
})

test('what stands beside a link and an invoice is copied to what pays them, whose own keys win', async () => {
  const invoice = dataOf(
    await shop.call('/v1/invoices', {
      body: {
        ...{
          merchant_id: shop.merchantId,
          customer_name: 'Asha',
          customer_phone: somebody,
          due_date: '2030-01-31',
        },
        items: [{ description: 'Kanga', quantity: '1', unit_price: '1500' }],
        metadata: { of: 'invoice', invoice: 'I-1', both: 'invoice' },
      },
    }),
  )
  const made = dataOf(await shop.call(`/v1/invoices/${invoice.id}/payment-link`, { method: 'POST' }))
  const link = dataOf(await patch(`/v1/payment-links/${made.id}`, { of: 'link', link: 'L-1', both: 'link' }))
  assert.deepEqual(link.metadata, { of: 'link', link: 'L-1', both: 'link' })
  const paid = await shop.push({ payment_link_id: link.id, metadata: { of: 'payment' } })
  assert.deepEqual(paid.metadata, { of: 'payment', link: 'L-1', both: 'link', invoice: 'I-1' })
  // What was copied stays as it was when it was copied.
  await patch(`/v1/payment-links/${link.id}`, { link: 'L-2' })
  assert.equal(((await shop.state(paid.id)).metadata as Fields).link, 'L-1')
  assert.deepEqual(await idsBy('metadata[invoice]=I-1'), [paid.id])
  const sent = dataOf(await patch(`/v1/invoices/${invoice.id}`, { of: null }))
  assert.deepEqual([sent.status, sent.metadata], ['SENT', { invoice: 'I-1', both: 'invoice' }])
  const both = { metadata: { of: 'both' }, notes: 'Changed' }
  assert.equal((await shop.call(`/v1/invoices/${invoice.id}`, { method: 'PATCH', body: both })).status, 409)
  const again = dataOf(await shop.call(`/v1/invoices/${invoice.id}`))
  assert.deepEqual(again.metadata, { invoice: 'I-1', both: 'invoice' })
  for (const [path, filter] of [
    ['/v1/invoices', 'metadata[invoice]=I-1'],
    ['/v1/payment-links', 'metadata[link]=L-2'],
  ]) {
    const { items } = dataOf(await shop.call(`${path}?${filter}`)) as { items: Fields[] }
    assert.equal(items.length, 1, path)
  }
})

test('it is in events, and neither with the provider, nor on the page, nor in logs or kept requests', async () => {
  const canary = `canary-${randomUUID()}`
  const link = dataOf(
    await shop.call('/v1/payment-links', {
      body: { merchant_id: shop.merchantId, amount: '1500', metadata: { secret_note: canary } },
    }),
  )
  const token = String(link.public_url).split('/').at(-1)
  const shown = await service.call(`/v1/public/payment-links/${token}`)
  const page = await fetch(`${service.url}/l/${token}`).then((answer) => answer.text())
  const { id, provider_reference: reference } = await shop.push({ payment_link_id: link.id })
  await shop.tell({ reference: String(reference) })
  await shop.settled(id, 'successful')
  const { pathname } = new URL(String((await shop.state(id)).receipt_url))
  const receipt = await fetch(`${service.url}${pathname}`).then((answer) => answer.text())
  await idsBy(`metadata[secret_note]=${canary}`)
  await idsBy(`m%65tadata%5Bsecret_note%5D=${canary}`)
  const { sql } = service.world
  const [event] = await sql<{ body: string }[]>`select body from events where resource_id = ${String(id)}`
  assert.deepEqual(JSON.parse(event?.body ?? '').data.metadata, { secret_note: canary })
  const exchanges = await sql`select * from collection_exchanges`
  await service.parts.requests.written()
  const requests = await sql`select * from requests`
  const [ledger, history] = [
    await sql`select * from ledger_transactions`,
    await sql`select * from collection_history`,
  ]
  const text = JSON.stringify(
    [shown.body, page, receipt, exchanges, requests, ledger, history, service.logLines],
    (_, value) => (typeof value === 'bigint' ? String(value) : value),
  )
  assert.ok(
    !text.includes(canary),
    text.slice(Math.max(0, text.indexOf(canary) - 300), text.indexOf(canary) + 60),
  )
})

test('a payout has it, and is found by it and by what its merchant calls it', async () => {
  await shop.call('/v1/sandbox/top-up', { body: { amount: '100000' } })
  const body = {
    ...{ merchant_id: shop.merchantId, amount: '5000', destination_code: 'MPESA', destination_name: 'Juma' },
    ...{
      destination_identifier: '0754000000',
      merchant_reference: 'SAL-1',
      metadata: { payroll: '2026-11' },
    },
  }
  const headers = { 'idempotency-key': randomUUID() }
  const made = dataOf(await shop.call('/v1/disbursements/mobile-money', { body, headers }))
  assert.deepEqual([made.metadata, made.merchant_reference], [{ payroll: '2026-11' }, 'SAL-1'])
  const list = async (filter: string) => {
    const listed = await shop.call(`/v1/disbursements?merchant_id=${shop.merchantId}&${filter}`)
    return (dataOf(listed).items as Fields[]).map(({ id }) => id)
  }
  assert.deepEqual(await list('metadata[payroll]=2026-11'), [made.id])
  assert.deepEqual(await list('merchant_reference=SAL-1&metadata[payroll]=2026-11'), [made.id])
  assert.deepEqual([await list('merchant_reference=SAL-2'), await list('metadata[payroll]=2026')], [[], []])
  const changed = dataOf(await patch(`/v1/disbursements/${made.id}`, { approved_by: 'Neema' }))
  assert.deepEqual(changed.metadata, { payroll: '2026-11', approved_by: 'Neema' })
})
