import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Environment } from '@malipo/contract'
import { openToldMerchants } from '../../test/events/told-merchants.ts'
import type { ListReply } from '../http/read-page.ts'
import { eventRoutes } from './event-routes.ts'

type Shown = { id: string; type: string; data: { id: string; merchant_id: string }; timestamp: string }
let stage: Awaited<ReturnType<typeof openToldMerchants>>
/** In the order they were told, a minute apart. */
const ids: string[] = []
const types = [
  'collection.success',
  'collection.successful',
  'collection.failed',
  'disbursement.success',
] as const
const startMs = Date.parse('2026-11-15T00:00:00Z')
const minute = (count: number) => new Date(startMs + count * 60_000).toISOString()

before(async () => {
  stage = await openToldMerchants()
  for (const type of types) {
    ids.push(await stage.tell({ type }))
    stage.pass(60_000)
  }
})
after(() => stage.database.drop())

const list = (query = {}, environment?: Environment) =>
  stage.call<ListReply<Shown>>(eventRoutes(stage.world), 'listEvents', { query }, environment)
const read = (id: string, environment?: Environment) =>
  stage.call<Shown>(eventRoutes(stage.world), 'readEvent', { params: { event_id: id } }, environment)

/** The places of what is found, oldest first, after checking that the total says the same. */
async function found(query: object): Promise<number[]> {
  const { items, total } = await list(query)
  assert.equal(total, items.length)
  return items.map(({ id }) => ids.indexOf(id)).reverse()
}

test('events are listed newest first, as they are delivered, and read one by one', async () => {
  const { items, total, page, next_cursor: next } = await list()
  assert.deepEqual(
    items.map(({ id }) => id),
    ids.toReversed(),
  )
  assert.deepEqual([total, page, next], [4, 1, null])
  const [kept] = await stage.world.sql<{ body: string; resource_id: string }[]>`
    select body, resource_id from events where id = ${ids[2] ?? ''}`
  const shown = await read(ids[2] ?? '')
  assert.deepEqual(shown, items[1])
  assert.deepEqual(shown, {
    ...JSON.parse(kept?.body ?? ''),
    id: ids[2],
    environment: 'live',
    resource_id: kept?.resource_id,
    sequence: 2,
  })
  assert.equal(shown.timestamp, minute(2))
})

test('events are narrowed by type, resource and time; either spelling of a success means both', async () => {
  assert.deepEqual(await found({ types: 'collection.success' }), [0, 1])
  assert.deepEqual(await found({ types: 'collection.successful,collection.failed' }), [0, 1, 2])
  assert.deepEqual(await found({ types: 'disbursement.success,disbursement.success' }), [3])
  assert.deepEqual(await found({ types: 'collection.reversed' }), [])
  const { data } = await read(ids[1] ?? '')
  assert.deepEqual(await found({ resource_id: data.id }), [1])
  assert.deepEqual(await found({ from: minute(1), to: minute(3) }), [1, 2])
  assert.deepEqual(await found({ from: minute(3) }), [3])
  assert.deepEqual(await found({ to: minute(1), types: 'collection.success' }), [0])
})

test('a type that does not exist is refused by name', async () => {
  const details = (error: { details: { field: string; problem: string }[] }) =>
    error.details[0]?.field === 'types' && /collection\.paid/.test(error.details[0].problem)
  await assert.rejects(list({ types: 'collection.failed,collection.paid' }), details)
})

test('a cursor walks to the end, each once, and counts nothing', async () => {
  const first = await list({ page_size: 3 })
  const second = await list({ page_size: 3, cursor: first.next_cursor })
  const walked = [...first.items, ...second.items].map(({ id }) => id)
  assert.deepEqual(walked, ids.toReversed())
  assert.deepEqual([second.total, second.page, second.next_cursor], [null, null, null])
  assert.deepEqual(
    (await list({ page: 2, page_size: 3 })).items.map(({ id }) => id),
    [ids[0]],
  )
})

test("another merchant's event, another environment's, and no id at all are not found", async () => {
  const foreign = await stage.tell({ merchantId: stage.strangerId })
  const played = await stage.tell({ environment: 'sandbox' })
  for (const id of [foreign, played, stage.world.newId(), 'nonsense'])
    await assert.rejects(read(id), { code: 'not_found' })
  assert.equal((await list()).total, 4)
  assert.deepEqual(
    (await list({}, 'sandbox')).items.map(({ id }) => id),
    [played],
  )
  assert.equal((await read(played, 'sandbox')).id, played)
})
