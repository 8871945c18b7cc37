import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { newMember, type Service, sessionOf, startService } from '../service.ts'
import { endStory } from './money/books.ts'
import { dataOf, type Fields, openShop, type Shop } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'

let service: Service
let shop: Shop
let other: Shop
/** A paid collection, then one that failed. Nobody delivers: there is no worker here. */
const collections: Fields[] = []

before(async () => {
  service = await startService({ environment: { ROLE: 'api' } })
  shop = await openShop(service)
  other = await openShop(service)
  for (const type of ['collection.success', 'collection.failed']) {
    const made = await shop.push()
    await shop.tell({ reference: String(made.provider_reference), type })
    collections.push(made)
  }
})
after(() => endStory(service))

type Listed = Fields & { items: Fields[]; total: number }
const pull = async (query = '', key = shop.sandboxKey) =>
  dataOf(await shop.call(`/v1/merchant/events?${query}`, { key })) as Listed
const deliveries = async (query = '') =>
  dataOf(await shop.call(`/v1/merchant/webhook-deliveries?${query}`)) as Listed
const idAt = (place: number) => String(collections[place]?.id)
const replay = (body: Fields, headers: Record<string, string> = {}) =>
  shop.dashboard('/v1/merchant/events/replay', 'sandbox', { body, headers })
const start = '2020-01-01T00:00:00Z'

test('a shop without an endpoint pulls what it would have been told, by key or in the dashboard', async () => {
  const { items, total, next_cursor: next } = await pull()
  assert.deepEqual(
    items.map(({ type, resource_id: id }) => [type, id]),
    [
      ['collection.failed', idAt(1)],
      ['collection.success', idAt(0)],
    ],
  )
  assert.deepEqual([total, next], [2, null])
  const [failed] = items
  const data = failed?.data as Fields
  assert.deepEqual(
    [
      data.id,
      data.collection_id,
      data.amount,
      data.status,
      data.merchant_id,
      data.environment,
      data.sequence,
    ],
    [idAt(1), idAt(1), '1500.00', 'failed', shop.merchantId, 'sandbox', failed?.sequence],
  )
  assert.deepEqual(dataOf(await shop.dashboard('/v1/merchant/events')), await pull())
  assert.deepEqual(dataOf(await shop.call(`/v1/merchant/events/${failed?.id}`)), failed)
})

test('events are narrowed by type, resource and time', async () => {
  const found = async (query: string) => (await pull(query)).items.map(({ resource_id: id }) => id)
  assert.deepEqual(await found('types=collection.successful'), [idAt(0)])
  assert.deepEqual(await found(`resource_id=${idAt(1)}`), [idAt(1)])
  assert.deepEqual(await found(`to=${start}`), [])
  assert.deepEqual(await found(`from=${start}&page_size=1`), [idAt(1)])
  for (const query of ['types=collection.paid', 'types=,', 'resource_id=x', 'from=yesterday', 'page=0']) {
    const answer = await shop.call(`/v1/merchant/events?${query}`)
    assert.equal(inShort(answer), '422 validation_error', query)
  }
})

test('nobody else sees them: not another shop, and not live', async () => {
  const [event] = (await pull()).items
  assert.deepEqual((await pull('', other.sandboxKey)).items, [])
  assert.deepEqual((await pull('', shop.liveKey)).items, [])
  for (const key of [other.sandboxKey, shop.liveKey])
    assert.equal(inShort(await shop.call(`/v1/merchant/events/${event?.id}`, { key })), '404 not_found')
})

test('nothing is replayed while there is nowhere to send it', async () => {
  const answer = await replay({ from: start })
  assert.equal(inShort(answer), '409 invalid_state')
  assert.match(answer.body.error.message, /Set webhook_url first/)
  assert.equal((await deliveries()).total, 0)
})

test('a window is replayed once for each key, and every event of it is owed again', async () => {
  await configure('http://127.0.0.1:9/events')
  const key = { 'idempotency-key': randomUUID() }
  const first = await replay({ from: start }, key)
  assert.equal(dataOf(first).replayed, 2)
  const again = await replay({ from: start }, key)
  assert.deepEqual(dataOf(again), dataOf(first))
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  const { items } = await deliveries()
  assert.deepEqual(
    items.map(({ event_id: id, event_type: type, cause, status }) => [id, type, cause, status]),
    (await pull()).items.map(({ id, type }) => [id, type, 'replay', 'pending']),
  )
  assert.equal(dataOf(await replay({ from: start, types: ['collection.failed'] })).replayed, 1)
  assert.equal((await deliveries('types=collection.failed')).total, 2)
})

test('a replay that makes no sense is refused with its field', async () => {
  const refused: [Fields, string][] = [
    [{}, 'from'],
    [{ from: start, to: start }, 'to'],
    [{ from: '2999-01-01T00:00:00Z' }, 'from'],
    [{ from: start, types: [] }, 'types'],
    [{ from: start, types: ['collection.paid'] }, 'types.0'],
  ]
  for (const [body, field] of refused) {
    const answer = await replay(body)
    assert.equal(inShort(answer), '422 validation_error', JSON.stringify(body))
    const [problem] = answer.body.error.details as { field: string }[]
    assert.equal(problem?.field.split(/[.[]/)[0], field.split('.')[0])
  }
})

test('a delivery that was given up is seen, and tried again by whoever keeps the webhooks', async () => {
  const [given] = (await deliveries()).items
  await service.world.sql`
    update webhook_deliveries set status = 'exhausted', due_at = null where id = ${String(given?.id)}`
  const path = `/v1/merchant/webhook-deliveries/${given?.id}`
  assert.equal(dataOf(await shop.call(path)).status, 'exhausted')
  assert.deepEqual(
    (await deliveries('status=exhausted')).items.map(({ id }) => id),
    [given?.id],
  )
  const email = `viewer-${randomUUID()}@shop.test`
  await newMember(service, { merchantId: shop.merchantId, email, role: 'viewer' })
  const cookie = await sessionOf(service, email)
  const asViewer = { method: 'POST', cookie, headers: { 'x-environment': 'sandbox' } }
  assert.equal(inShort(await service.call(`${path}/retry`, asViewer)), '403 forbidden')
  assert.equal(
    inShort(await shop.call(`${path}/retry`, { method: 'POST' })),
    '403 dashboard_session_required',
  )
  const byStranger = await other.dashboard(`${path}/retry`, 'sandbox', { method: 'POST' })
  assert.equal(inShort(byStranger), '404 not_found')
  const retried = dataOf(await shop.dashboard(`${path}/retry`, 'sandbox', { method: 'POST' }))
  assert.deepEqual([retried.id, retried.status, retried.attempt_log], [given?.id, 'pending', []])
  assert.ok(retried.next_attempt_at)
})

test('a new outcome is owed at once, and shown as its first delivery', async () => {
  const made = await shop.push()
  await shop.tell({ reference: String(made.provider_reference) })
  const [event] = (await pull()).items
  const { items } = await deliveries(`event_id=${event?.id}`)
  assert.deepEqual(
    items.map(({ cause, status, attempts }) => [cause, status, attempts]),
    [['event', 'pending', 0]],
  )
})

async function configure(url: string) {
  const answer = await shop.dashboard('/v1/merchant/webhook-config', 'sandbox', {
    method: 'PATCH',
    body: { webhook_url: url },
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}
