import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { EventType } from '@malipo/contract'
import { openToldMerchants } from '../../test/events/told-merchants.ts'
import { type Announcement, announce } from './webhooks.ts'

let stage: Awaited<ReturnType<typeof openToldMerchants>>
before(async () => {
  stage = await openToldMerchants()
})
beforeEach(async () => {
  await stage.world.sql`delete from webhook_endpoints`
  await stage.world.sql`delete from webhook_configs`
})
after(() => stage.database.drop())

const url = 'https://shop.example/events'
const at = new Date('2026-11-15T07:08:09.010Z')

function told(wish: Partial<Announcement> = {}): Announcement {
  const resourceId = stage.world.newId()
  const { merchantId } = stage
  const resource = { id: resourceId, amount: '10.00', note: 'Chai "ya" asubuhi – 茶\u2028\n' }
  const usual = { merchantId, environment: 'live', type: 'collection.success', sequence: 2, at } as const
  return { ...usual, resourceId, resource, ...wish }
}

async function announced(...announcements: Announcement[]) {
  const { world } = stage
  await world.sql.begin((tx) => announce(tx, world.newId, announcements))
  const found: Kept[] = []
  for (const { resourceId } of announcements) {
    const rows = await world.sql<Kept[]>`
      select e.id, e.type, e.body, e.created_at, d.id as delivery_id, d.status, d.due_at, d.endpoint_id
      from events e left join webhook_deliveries d on d.event_id = e.id where e.resource_id = ${resourceId}`
    found.push(...rows)
  }
  return found
}
type Kept = {
  id: string
  type: EventType
  body: string
  created_at: Date
  delivery_id: string | null
  status: string | null
  due_at: Date | null
  endpoint_id: string | null
}

const pin = (name: string) => stage.world.sql`update webhook_configs set success_event_name = ${name}`
const typesOf = (kept: Kept[]) => kept.map(({ type, delivery_id: owed }) => [type, owed !== null])

test('the body is written out once, with its type first, and reads back as it was told', async () => {
  await stage.configure(url)
  const told1 = told()
  const [kept] = await announced(told1)
  const data = { ...told1.resource, environment: 'live', merchant_id: stage.merchantId, sequence: 2 }
  const expected = { type: 'collection.success', timestamp: '2026-11-15T07:08:09.010Z', data }
  assert.equal(kept?.body, JSON.stringify(expected))
  assert.ok(
    kept?.body.startsWith('{"type":"collection.success","timestamp":"2026-11-15T07:08:09.010Z","data":{'),
  )
  assert.deepEqual(JSON.parse(kept?.body ?? ''), expected)
})

test('an event is owed at once to the endpoint of its environment, and to no other', async () => {
  await stage.configure(url)
  await stage.configure(url, null, stage.strangerId)
  const kept = await announced(told(), told({ environment: 'sandbox' }))
  const endpoints = await stage.world.sql<{ id: string; environment: string }[]>`
    select id, environment from webhook_endpoints where merchant_id = ${stage.merchantId}`
  for (const [place, environment] of ['live', 'sandbox'].entries()) {
    const endpoint = endpoints.find((one) => one.environment === environment)
    const { status, due_at: due, endpoint_id: id, created_at: createdAt } = kept[place] ?? {}
    assert.deepEqual([id, status, due, createdAt], [endpoint?.id, 'pending', at, at])
  }
  assert.equal(kept.length, 2)
})

test('without an endpoint the event is kept and nothing is owed', async () => {
  assert.deepEqual(typesOf(await announced(told())), [['collection.success', false]])
  await stage.configure(url)
  await stage.configure(null)
  assert.deepEqual(typesOf(await announced(told())), [['collection.success', false]])
})

test('to an endpoint that is switched off nothing is owed', async () => {
  await stage.configure(url)
  await stage.switchOff()
  assert.deepEqual(typesOf(await announced(told())), [['collection.success', false]])
})

test('what the merchant does not want is kept and not owed', async () => {
  await stage.configure(url, ['collection.failed', 'disbursement.success'])
  const kept = await announced(
    told(),
    told({ type: 'collection.failed' }),
    told({ type: 'disbursement.success' }),
    told({ type: 'disbursement.failed' }),
  )
  assert.deepEqual(typesOf(kept), [
    ['collection.success', false],
    ['collection.failed', true],
    ['disbursement.success', true],
    ['disbursement.failed', false],
  ])
})

test('each spelling of a paid collection is kept as it is told', async () => {
  await stage.configure(url)
  const kept = await announced(told(), told({ type: 'collection.successful' }))
  assert.deepEqual(typesOf(kept), [
    ['collection.success', true],
    ['collection.successful', true],
  ])
})

for (const spelling of ['collection.success', 'collection.successful'] as const) {
  test(`a merchant that pinned ${spelling} is told it whatever the family, and no other type changes`, async () => {
    await stage.configure(url)
    await pin(spelling)
    const types = ['collection.success', 'collection.successful', 'collection.failed', 'disbursement.success']
    const kept = await announced(...types.map((type) => told({ type: type as EventType })))
    assert.deepEqual(
      kept.map(({ type }) => type),
      [spelling, spelling, 'collection.failed', 'disbursement.success'],
    )
    for (const { type, body } of kept) assert.equal(JSON.parse(body).type, type)
  })
}

test('the filter looks at the spelling that is sent', async () => {
  await stage.configure(url, ['collection.successful'])
  await pin('collection.successful')
  assert.deepEqual(typesOf(await announced(told())), [['collection.successful', true]])
})

test('a hundred events of several merchants are kept in one statement, each with its own', async () => {
  await stage.configure(url)
  const all = Array.from({ length: 100 }, (_, place) =>
    told(place % 2 === 0 ? {} : { merchantId: stage.strangerId }),
  )
  const kept = await announced(...all)
  assert.equal(new Set(kept.map(({ id }) => id)).size, 100)
  kept.forEach(({ body, delivery_id: owed }, place) => {
    assert.equal(JSON.parse(body).data.id, all[place]?.resourceId)
    assert.equal(owed !== null, place % 2 === 0)
  })
})

test('what is undone was never told', async () => {
  await stage.configure(url)
  const undone = told()
  const { world } = stage
  const failing = world.sql.begin(async (tx) => {
    await announce(tx, world.newId, [undone])
    throw new Error('undo')
  })
  await assert.rejects(failing, /undo/)
  const left = await world.sql`
    select from events where resource_id = ${undone.resourceId} union all
    select from webhook_deliveries d join events e on e.id = d.event_id where e.resource_id = ${undone.resourceId}`
  assert.equal(left.length, 0)
})
