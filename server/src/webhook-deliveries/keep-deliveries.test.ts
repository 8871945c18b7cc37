import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { keepAttempts } from '../../test/events/keep-attempts.ts'
import { openToldMerchants } from '../../test/events/told-merchants.ts'
import { keepByTime } from '../database/database.ts'
import { deliveries, routes } from './webhook-deliveries.ts'

const dayMs = 24 * 3_600_000

let stage: Awaited<ReturnType<typeof openToldMerchants>>
before(async () => {
  stage = await openToldMerchants()
  await stage.configure('https://shop.example/events')
})
after(() => stage.database.drop())

const keep = () => keepByTime(stage.world, deliveries)

async function deliveryOf(eventId: string): Promise<string> {
  const [row] = await stage.world.sql<{ id: string }[]>`
    select id from webhook_deliveries where event_id = ${eventId}`
  return row?.id ?? ''
}

/** Tells of something and sends it, with this end. */
async function send(result: 'delivered' | 'refused'): Promise<string> {
  const id = await deliveryOf(await stage.tell())
  await keepAttempts(stage.world, id, 2, result)
  return id
}

async function left() {
  const { sql } = stage.world
  const kept = await sql`select id from webhook_deliveries order by id`
  const attempts = await sql`select distinct delivery_id as id from webhook_attempts order by 1`
  return [kept.map(({ id }) => id), attempts.map(({ id }) => id)]
}

const retry = (id: string) =>
  stage.call(routes({ world: stage.world }), 'retryWebhookDelivery', { params: { delivery_id: id } })

test('deliveries and their attempts go when they are old; what is owed, what is new and the events stay', async () => {
  await send('delivered')
  await send('refused')
  await keep()
  stage.pass(40 * dayMs)
  const owed = await deliveryOf(await stage.tell())
  await keep()
  stage.pass(75 * dayMs)
  const fresh = await send('delivered')
  await keep()
  assert.deepEqual(await left(), [[owed, fresh], [fresh]])
  await keepAttempts(stage.world, owed, 1, 'refused')
  await keep()
  assert.deepEqual(await left(), [[fresh], [fresh]])
  assert.equal((await stage.world.sql`select from events`).count, 4)
})

test('what is about to go cannot be owed again, so that nobody keeps the old from going', async () => {
  const id = await send('refused')
  stage.pass(29 * dayMs)
  await retry(id)
  await stage.world.sql`update webhook_deliveries set status = 'exhausted', due_at = null where id = ${id}`
  stage.pass(2 * dayMs)
  await assert.rejects(retry(id), { code: 'invalid_state', message: /replay its event/ })
})
