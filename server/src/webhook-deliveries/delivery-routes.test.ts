import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Delivery, Environment } from '@malipo/contract'
import type { Static } from 'typebox'
import { keepAttempts } from '../../test/events/keep-attempts.ts'
import { openToldMerchants } from '../../test/events/told-merchants.ts'
import type { ListReply } from '../http/read-page.ts'
import { routes } from './delivery-routes.ts'

type Shown = Static<typeof Delivery>
let stage: Awaited<ReturnType<typeof openToldMerchants>>
/** In the order they were told, a minute apart: one delivered, one given up, one still owed. */
const events: string[] = []
const startMs = Date.parse('2026-11-15T00:00:00Z')
const minute = (count: number) => new Date(startMs + count * 60_000).toISOString()

before(async () => {
  stage = await openToldMerchants()
  await stage.configure('https://shop.example/events')
  await stage.configure('https://other.example/events', null, stage.strangerId)
  for (const type of ['collection.success', 'collection.failed', 'collection.successful'] as const) {
    events.push(await stage.tell({ type }))
    stage.pass(60_000)
  }
  await keepAttempts(stage.world, await deliveryOf(0), 2, 'delivered')
  await keepAttempts(stage.world, await deliveryOf(1), 14, 'timeout')
})
after(() => stage.database.drop())

async function deliveryOf(place: number | string): Promise<string> {
  const eventId = typeof place === 'string' ? place : (events[place] ?? '')
  const [row] = await stage.world.sql<{ id: string }[]>`
    select id from webhook_deliveries where event_id = ${eventId}`
  return row?.id ?? ''
}

const call = <Reply>(id: string, given: object, environment?: Environment) =>
  stage.call<Reply>(routes({ world: stage.world }), id, given, environment)
const list = (query = {}) => call<ListReply<Shown>>('listWebhookDeliveries', { query })
const read = (id: string) => call<Shown>('readWebhookDelivery', { params: { delivery_id: id } })
const retry = (id: string) => call<Shown>('retryWebhookDelivery', { params: { delivery_id: id } })

async function found(query: object): Promise<number[]> {
  const { items, total } = await list(query)
  assert.equal(total, items.length)
  return items.map(({ event_id: id }) => events.indexOf(id)).reverse()
}

test('deliveries are narrowed by status, event, type and time', async () => {
  assert.deepEqual(await found({}), [0, 1, 2])
  assert.deepEqual(await found({ status: 'delivered' }), [0])
  assert.deepEqual(await found({ status: 'exhausted' }), [1])
  assert.deepEqual(await found({ status: 'pending' }), [2])
  assert.deepEqual(await found({ event_id: events[1] }), [1])
  assert.deepEqual(await found({ types: 'collection.success' }), [0, 2])
  assert.deepEqual(await found({ types: 'collection.successful', status: 'pending' }), [2])
  assert.deepEqual(await found({ from: minute(1), to: minute(2) }), [1])
  await assert.rejects(list({ types: 'nothing' }), { code: 'validation_error' })
})

test('a list of deliveries is walked by cursor', async () => {
  const first = await list({ page_size: 2 })
  const second = await list({ page_size: 2, cursor: first.next_cursor })
  const walked = [...first.items, ...second.items].map(({ event_id: id }) => id)
  assert.deepEqual(walked, events.toReversed())
  assert.deepEqual([second.total, second.next_cursor], [null, null])
})

test('a delivery is shown with its latest twelve attempts, newest first', async () => {
  const shown = await read(await deliveryOf(1))
  const { attempt_log: log, ...rest } = shown
  assert.deepEqual(rest, {
    id: await deliveryOf(1),
    event_id: events[1],
    event_type: 'collection.failed',
    endpoint_id: rest.endpoint_id,
    environment: 'live',
    cause: 'event',
    status: 'exhausted',
    attempts: 14,
    last_status: 500,
    last_error: 'said no',
    last_attempt_at: minute(3),
    next_attempt_at: null,
    delivered_at: null,
    created_at: minute(1),
  })
  const leases = Array.from({ length: 12 }, (_, place) => 14 - place)
  assert.deepEqual(
    log.map(({ duration_ms: lease }) => lease),
    leases,
  )
  assert.deepEqual(log[0], {
    at: new Date(startMs + 3 * 60_000 + 14_000).toISOString(),
    url: 'https://shop.example/events',
    result: 'timeout',
    status: 500,
    error: 'said no',
    response_body: 'no',
    duration_ms: 14,
  })
  const listed = (await list()).items.map(({ id, attempt_log: attempts }) => [id, attempts.length])
  assert.deepEqual(listed, [
    [await deliveryOf(2), 0],
    [await deliveryOf(1), 12],
    [await deliveryOf(0), 2],
  ])
})

test("another merchant's delivery, another environment's, and no id at all are not found", async () => {
  const foreign = await deliveryOf(await stage.tell({ merchantId: stage.strangerId }))
  const played = await deliveryOf(await stage.tell({ environment: 'sandbox' }))
  const state = () => stage.world.sql`select * from webhook_deliveries order by id`
  const before = await state()
  for (const id of [foreign, played, stage.world.newId(), 'nonsense']) {
    await assert.rejects(read(id), { code: 'not_found' })
    await assert.rejects(retry(id), { code: 'not_found' })
  }
  assert.deepEqual(await state(), before)
  assert.equal((await list()).total, 3)
})

test('a retry owes a delivery from now on, with the whole schedule before it and the old lease void', async () => {
  for (const [place, lease] of [
    [0, 3],
    [1, 15],
    [2, 1],
  ] as const) {
    const now = stage.world.clock.now().toISOString()
    const shown = await retry(await deliveryOf(place))
    assert.deepEqual([shown.status, shown.next_attempt_at, shown.delivered_at], ['pending', now, null])
    assert.deepEqual(shown, await read(shown.id))
    const [kept] = await stage.world.sql`
      select lease, failures, attempts from webhook_deliveries where id = ${shown.id}`
    assert.deepEqual(kept, { lease, failures: 0, attempts: lease - 1 })
  }
})

test('what has nowhere to go is not owed again', async () => {
  await keepAttempts(stage.world, await deliveryOf(2), 3, 'gone')
  const refused = { code: 'invalid_state', message: /Set webhook_url first/ }
  await stage.switchOff()
  await assert.rejects(retry(await deliveryOf(2)), refused)
  await stage.configure(null)
  await assert.rejects(retry(await deliveryOf(2)), refused)
  assert.equal((await read(await deliveryOf(2))).status, 'exhausted')
})
