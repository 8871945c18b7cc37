import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { keepAttempts } from '../../test/events/keep-attempts.ts'
import { openToldMerchants } from '../../test/events/told-merchants.ts'
import { forgetOldDeliveries } from './forget-old-deliveries.ts'

let stage: Awaited<ReturnType<typeof openToldMerchants>>
before(async () => {
  stage = await openToldMerchants()
  await stage.configure('https://shop.example/events')
})
after(() => stage.database.drop())

async function deliveryOf(eventId: string): Promise<string> {
  const [row] = await stage.world.sql<{ id: string }[]>`
    select id from webhook_deliveries where event_id = ${eventId}`
  return row?.id ?? ''
}

async function left() {
  const { sql } = stage.world
  const deliveries = await sql`select id from webhook_deliveries order by id`
  const attempts = await sql`select distinct delivery_id as id from webhook_attempts order by 1`
  return [deliveries.map(({ id }) => id), attempts.map(({ id }) => id)]
}

test('old deliveries go with their attempts; what is owed, what is new and the events stay', async () => {
  const { world } = stage
  const [delivered, exhausted, owed] = [await stage.tell(), await stage.tell(), await stage.tell()]
  await keepAttempts(world, await deliveryOf(delivered), 2, 'delivered')
  await keepAttempts(world, await deliveryOf(exhausted), 3, 'refused')
  stage.pass(1)
  const before = world.clock.now()
  const fresh = await stage.tell()
  await keepAttempts(world, await deliveryOf(fresh), 1, 'delivered')
  const staying = [await deliveryOf(owed), await deliveryOf(fresh)]
  assert.equal(await forgetOldDeliveries(world.sql, before), 2)
  assert.deepEqual(await left(), [staying, staying.slice(1)])
  assert.equal(await forgetOldDeliveries(world.sql, before), 0)
  assert.equal((await world.sql`select from events`).count, 4)
})

test('more than one step holds are all forgotten in one call', async () => {
  const { world } = stage
  const eventId = await stage.tell()
  const ids = Array.from({ length: 4_500 }, () => world.newId())
  await world.sql`
    insert into webhook_deliveries (id, event_id, endpoint_id, merchant_id, environment, cause, status, created_at)
    select given.id, event_id, endpoint_id, merchant_id, environment, cause, 'exhausted', created_at
    from webhook_deliveries d cross join unnest(${ids}::uuid[]) as given (id) where event_id = ${eventId}`
  await world.sql`
    insert into webhook_attempts (delivery_id, lease, at, url, result, duration_ms)
    select id, 1, created_at, '', 'timeout', 1 from webhook_deliveries where id = any(${ids}::uuid[])`
  stage.pass(1)
  // Of the first test one is left besides.
  assert.equal(await forgetOldDeliveries(world.sql, world.clock.now()), 4_501)
  assert.deepEqual((await left())[1], [])
})
