import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { runChecks } from '../../src/books/books.ts'
import { resolveCollections } from '../../src/collections/collections.ts'
import { howMuch } from '../how-thorough.ts'
import { newAdmin, type Service, sessionOf, startService } from '../service.ts'
import { endStory } from './money/books.ts'
import { dataOf, type Fields, openShop, type Shop, somebody } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'

let service: Service
let shop: Shop
let other: Shop
let superAdmin: string
before(async () => {
  service = await startService()
  shop = await openShop(service)
  other = await openShop(service)
  await newAdmin(service, 'admin@links.test')
  superAdmin = await sessionOf(service, 'admin@links.test')
})
after(() => endStory(service))

const links = '/v1/payment-links'
const send = (body: Fields, sent = {}) =>
  shop.call(links, { body: { merchant_id: shop.merchantId, ...body }, ...sent })
const make = async (body: Fields = {}, sent = {}) => dataOf(await send({ amount: '1500', ...body }, sent))
const read = async (id: unknown) => dataOf(await shop.call(`${links}/${id}`))
const change = (id: unknown, body: Fields) => shop.call(`${links}/${id}`, { method: 'PATCH', body })
const soon = (ms: number) => new Date(Date.now() + ms).toISOString()

/** What the provider says of a payment, through the door of all its words. */
const tell = (id: unknown, kind: 'succeeded' | 'reversed') =>
  service.parts.resolve(
    {
      collectionId: String(id),
      source: 'callback',
      word: { kind, providerStatus: kind === 'succeeded' ? 'COMPLETED' : 'REVERSED' },
    },
    { merchant_id: shop.merchantId, environment: 'sandbox' },
  )
const summed = async (id: unknown) => {
  const { status, paid_count: count } = await read(id)
  return `${status} ${count}`
}

test('a link has what it was made with, and an address of its own', async () => {
  const link = await make({ description: 'Kanga' })
  const { id, created_at: createdAt, updated_at: updatedAt, public_url: url, ...rest } = link
  assert.deepEqual(rest, {
    merchant_id: shop.merchantId,
    amount: '1500.00',
    min_amount: null,
    max_amount: null,
    currency: 'TZS',
    description: 'Kanga',
    status: 'ACTIVE',
    methods: ['USSD_PUSH', 'STK_PUSH', 'PROVIDER_PESA_PUSH', 'DYNAMIC_QR'],
    single_use: false,
    expires_at: null,
    invoice_id: null,
    metadata: {},
    paid_count: 0,
    paid_amount: '0.00',
  })
  assert.equal(createdAt, updatedAt)
  assert.match(String(url), new RegExp(`^${service.world.baseUrl}/l/[0-9a-f]{32}$`))
  assert.deepEqual(await read(id), link)
  const [kept] = await service.world.sql<{ token: string }[]>`
    select token from payment_links where id = ${String(id)}`
  assert.ok(String(url).endsWith(kept?.token ?? 'nothing'))
})

test('a link made twice with one key is one', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const [first, again] = [await make({}, { headers }), await send({ amount: '1500' }, { headers })]
  assert.deepEqual([dataOf(again), again.headers.get('idempotent-replayed')], [first, 'true'])
  assert.equal(inShort(await send({ amount: '1501' }, { headers })), '422 idempotency_key_reused')
})

test('what nobody could pay is no link', async () => {
  for (const [body, field] of [
    [{ amount: '0' }, 'amount'],
    [{ amount: 5 }, 'amount'],
    [{}, 'amount'],
    [{ amount: '5', min_amount: '1' }, 'min_amount'],
    [{ amount: null, min_amount: '10', max_amount: '9.99' }, 'max_amount'],
    [{ amount: '5', methods: [] }, 'methods'],
    [{ amount: '5', methods: ['USSD_PUSH', 'USSD_PUSH'] }, 'methods'],
    [{ amount: '5', methods: ['CASH'] }, 'methods.0'],
    [{ amount: '5', expires_at: soon(-1_000) }, 'expires_at'],
    [{ amount: '5', expires_at: 'tomorrow' }, 'expires_at'],
    [{ amount: '5', description: 'x'.repeat(501) }, 'description'],
    [{ amount: '5', redirect_url: 'https://shop.test' }, 'redirect_url'],
  ] as const) {
    const answer = await send(body)
    assert.equal(inShort(answer), '422 validation_error', JSON.stringify(body))
    const fields = (answer.body.error.details as { field: string }[]).map((one) => one.field)
    assert.deepEqual(fields, [field], JSON.stringify(answer.body))
  }
  assert.equal(inShort(await send({ amount: '5', currency: 'USD' })), '422 unsupported_currency')
})

test('a link is changed, closed and opened; what has expired is so at once, and needs another end', async () => {
  const { id } = await make({ expires_at: soon(60_000) })
  const described = dataOf(await change(id, { description: 'Khanga', methods: ['STK_PUSH'] }))
  assert.deepEqual(
    [described.description, described.methods, described.status],
    ['Khanga', ['STK_PUSH'], 'ACTIVE'],
  )
  assert.equal(dataOf(await change(id, { status: 'INACTIVE' })).status, 'INACTIVE')
  assert.equal(dataOf(await change(id, { status: 'ACTIVE', description: null })).description, null)
  const inList = async (status: string) => {
    const { items } = dataOf(await shop.call(`${links}?status=${status}&page_size=100`))
    return (items as Fields[]).some((one) => one.id === id)
  }
  assert.deepEqual([await inList('ACTIVE'), await inList('EXPIRED')], [true, false])
  await service.world.sql`update payment_links set expires_at = ${soon(-1)} where id = ${String(id)}`
  for (const writtenDown of [false, true]) {
    if (writtenDown) await service.world.sql`update payment_links set is_over = true where id = ${String(id)}`
    assert.deepEqual([await inList('ACTIVE'), await inList('EXPIRED')], [false, true])
    assert.equal((await read(id)).status, 'EXPIRED')
    assert.equal(inShort(await change(id, { status: 'ACTIVE' })), '409 invalid_state')
  }
  assert.equal(inShort(await change(id, { expires_at: soon(-1) })), '422 validation_error')
  assert.equal(dataOf(await change(id, { expires_at: soon(60_000) })).status, 'ACTIVE')
  assert.equal(dataOf(await change(id, { expires_at: null })).status, 'ACTIVE')
  assert.deepEqual([await inList('ACTIVE'), await inList('EXPIRED')], [true, false])
})

test("nobody else's link can be read, changed or listed, be it of the same merchant in live", async () => {
  const { id } = await make()
  for (const key of [shop.liveKey, other.sandboxKey]) {
    assert.equal(inShort(await shop.call(`${links}/${id}`, { key })), '404 not_found')
    const patched = await shop.call(`${links}/${id}`, { key, method: 'PATCH', body: { status: 'INACTIVE' } })
    assert.equal(inShort(patched), '404 not_found')
    const { items } = dataOf(await shop.call(links, { key }))
    assert.equal(
      (items as Fields[]).some((one) => one.id === id),
      false,
    )
  }
  assert.equal((await read(id)).status, 'ACTIVE')
})

test('a collection is for a link of its merchant that is open, on its terms, or is not made', async () => {
  const { id } = await make({ methods: ['USSD_PUSH', 'DYNAMIC_QR'] })
  const closed = await make()
  await change(closed.id, { status: 'INACTIVE' })
  const foreign = dataOf(await other.call(links, { body: { merchant_id: other.merchantId, amount: '1500' } }))
  const live = await make({}, { key: shop.liveKey })
  const order = (path: string, link: unknown, body: Fields = {}) =>
    shop.order(path, {
      amount: '1500.00',
      payment_link_id: link,
      ...(path !== 'dynamic-qr' && { customer_phone: somebody }),
      ...body,
    })
  const refused = async (path: string, link: unknown, body: Fields = {}) => {
    const answer = await order(path, link, body)
    const fields = answer.body.error.details as { field: string; problem: string }[]
    return `${inShort(answer)} ${Array.isArray(fields) ? fields.map(({ field }) => field) : ''}`.trim()
  }
  for (const link of [foreign.id, live.id, randomUUID()]) {
    assert.equal(await refused('ussd-push', link), '422 validation_error payment_link_id')
  }
  assert.equal(await refused('ussd-push', closed.id), '409 payment_link_unavailable')
  assert.equal(await refused('stk-push', id), '409 payment_link_unavailable')
  assert.equal(await refused('ussd-push', id, { amount: '1500.01' }), '422 validation_error amount')
  assert.equal(await refused('ussd-push', id, { currency: 'USD' }), '422 unsupported_currency')
  const { payment_link_id: named } = dataOf(await order('dynamic-qr', id))
  assert.equal(named, id)
  const open = await make({ amount: null, min_amount: '10', max_amount: '20' })
  assert.equal(await refused('ussd-push', open.id, { amount: '9.99' }), '422 validation_error amount')
  assert.equal(await refused('ussd-push', open.id, { amount: '20.01' }), '422 validation_error amount')
  assert.equal((await order('ussd-push', open.id, { amount: '20' })).status, 202)
})

test('a link is paid with its payment and unpaid with its reversal; one that can be paid once is closed', async () => {
  const [often, once] = [await make(), await make({ single_use: true })]
  for (const [link, expected] of [
    [often, ['ACTIVE 1', 'ACTIVE 2', 'ACTIVE 1']],
    [once, ['PAID 1', 'PAID 2', 'PAID 1']],
  ] as const) {
    const seen: string[] = []
    const payments = [
      await shop.push({ payment_link_id: link.id }),
      await shop.push({ payment_link_id: link.id }),
    ]
    for (const { id } of payments) {
      await tell(id, 'succeeded')
      seen.push(await summed(link.id))
    }
    assert.deepEqual(await shop.events(payments[0]?.id), ['collection.success'])
    await tell(payments[0]?.id, 'reversed')
    assert.deepEqual([...seen, await summed(link.id)], expected)
    await tell(payments[1]?.id, 'reversed')
    assert.equal(await summed(link.id), 'ACTIVE 0')
  }
  const { id } = await shop.push({ payment_link_id: once.id })
  await tell(id, 'succeeded')
  assert.equal(await summed(once.id), 'PAID 1')
  assert.equal(inShort(await change(once.id, { status: 'ACTIVE' })), '409 invalid_state')
  assert.equal(
    inShort(
      await shop.order('ussd-push', { amount: '1500', customer_phone: somebody, payment_link_id: once.id }),
    ),
    '409 payment_link_unavailable',
  )
})

/** In a transaction of its own: through the door both could share one. */
const paidByItself = (id: unknown) => {
  const { world, registry } = service.parts
  const word = { kind: 'succeeded', providerStatus: 'COMPLETED' } as const
  const report = { collectionId: String(id), source: 'callback', word } as const
  return world.sql.begin((tx) => resolveCollections(tx, world, registry, [report]))
}

const twiceFor = async (ids: unknown[]) =>
  await service.world.sql<{ id: string; collection_id: string }[]>`
    select id, collection_id from discrepancies where kind = 'paid_twice' and collection_id = any(${ids.map(String)}::uuid[])`

test('of two payments at the same moment one pays the link, and the other is for a person', async () => {
  const rounds = howMuch({ test: 5, proveShort: 40, prove: 200 })
  for (let round = 0; round < rounds; round++) {
    const link = await make({ single_use: true })
    const ids = await Promise.all([1, 2].map(async () => (await shop.push({ payment_link_id: link.id })).id))
    await Promise.all(ids.map(paidByItself))
    assert.equal(await summed(link.id), 'PAID 2')
    const [row] = await service.world.sql<{ paid_by: string }[]>`
      select paid_by from payment_links where id = ${String(link.id)}`
    const twice = await twiceFor(ids)
    assert.deepEqual(
      [row?.paid_by, ...twice.map((one) => one.collection_id)].sort(),
      ids.map(String).sort(),
      'each has paid it or is told to a person',
    )
  }
})

test('what was paid twice stays credited, and is settled as such', async () => {
  const link = await make({ single_use: true })
  const ids = [
    (await shop.push({ payment_link_id: link.id })).id,
    (await shop.push({ payment_link_id: link.id })).id,
  ]
  for (const id of ids) await tell(id, 'succeeded')
  const [twice] = await twiceFor(ids)
  assert.equal(twice?.collection_id, ids[1])
  const settle = (action: string) =>
    service.call(`/v1/admin/discrepancies/${twice?.id}/settle`, {
      cookie: superAdmin,
      headers: { 'x-environment': 'sandbox' },
      body: { action, note: 'Returned by hand.' },
    })
  assert.equal(inShort(await settle('accept_provider')), '422 validation_error')
  const settled = dataOf(await settle('keep_ours'))
  assert.deepEqual([settled.status, settled.theirs], ['settled', 'successful TZS 1500.00'])
  assert.equal((await shop.state(ids[1])).status, 'successful')
  assert.equal(await summed(link.id), 'PAID 2')
})

test('the books tell a link that was damaged', async () => {
  const link = await make({ single_use: true })
  const payments = [1, 2].map(() => shop.push({ payment_link_id: link.id }))
  for (const { id } of await Promise.all(payments)) await tell(id, 'succeeded')
  const undo = new Error('undone')
  const { sql, vault } = service.world
  for (const [damage, check] of [
    [`update payment_links set paid_count = paid_count + 1 where id = '${link.id}'`, 'the counts and sums'],
    [`update payment_links set paid_amount = paid_amount + 1 where id = '${link.id}'`, 'the counts and sums'],
    [`update payment_links set paid_by = null where id = '${link.id}'`, 'a paid link is paid by'],
    [`update payment_links set paid_by = id where id = '${link.id}'`, 'a paid link is paid by'],
    [`update payment_links set amount = 1 where id = '${link.id}'`, 'a paid link is paid by'],
    [`update discrepancies set kind = 'other_amount' where kind = 'paid_twice'`, 'whoever paid a link'],
  ] as const) {
    let broken: string[] = []
    await assert.rejects(
      sql.begin(async (tx) => {
        await tx.unsafe(damage)
        broken = (await runChecks(tx, vault)).filter(({ holds }) => !holds).map((one) => one.check)
        throw undo
      }),
      undo,
    )
    assert.ok(
      broken.some((one) => one.startsWith(check)),
      `${damage}: ${broken}`,
    )
  }
})
