import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Environment } from '@malipo/contract'
import type { Cast } from './cast.ts'
import { paidCollection } from './money.ts'
import type { Stage } from './stage.ts'

/** Nobody listens there, so that whatever is sent comes back at once: who may send is what the tests ask. */
export const closedEndpoint = 'http://127.0.0.1:1/events'

const alreadyOpened = new WeakMap<Cast, Promise<void>>()

/** From then on every event of the merchant is owed to that address, in both environments. */
export async function openEndpoint(stage: Stage): Promise<void> {
  const opened = alreadyOpened.get(stage.cast) ?? nameAddress(stage)
  alreadyOpened.set(stage.cast, opened)
  await opened
}

async function nameAddress({ service, cast }: Stage): Promise<void> {
  const { status, body } = await service.call('/v1/merchant/webhook-config', {
    method: 'PATCH',
    cookie: cast.ownerCookie,
    headers: { 'x-merchant-id': cast.merchantId },
    body: { webhook_url: closedEndpoint },
  })
  assert.equal(status, 200, JSON.stringify(body))
}

const added = new WeakMap<Cast, string>()

/** An endpoint beside that one, of which nothing of what the tests tell is asked. Made anew when it was deleted. */
export async function addedEndpoint({ service, cast }: Stage): Promise<string> {
  const there = await service.world.sql`
    select from added_webhook_endpoints where id = ${added.get(cast) ?? null}::uuid and url is not null`
  const known = added.get(cast)
  if (known !== undefined && there.length > 0) return known
  const id = await freshEndpoint({ service, cast })
  added.set(cast, id)
  return id
}

/** One for whoever takes it away. */
export async function freshEndpoint({ service, cast }: Stage): Promise<string> {
  const { status, body } = await service.call('/v1/merchant/webhook-endpoints', {
    cookie: cast.ownerCookie,
    headers: { 'x-merchant-id': cast.merchantId },
    body: { ...anotherEndpoint(), events: ['statement.ready'] },
  })
  assert.equal(status, 201, JSON.stringify(body))
  return String(body.data.id)
}

/** Where nobody listens either. */
export const anotherEndpoint = () => ({ url: `http://127.0.0.1:1/${randomUUID()}` })

/** There is room for one more: the tests ask who may add, and far more often than anybody may. */
export async function roomForEndpoint({ service, cast }: Stage): Promise<void> {
  await service.world.sql`
    delete from added_webhook_endpoints
    where merchant_id = ${cast.merchantId} and id is distinct from ${added.get(cast) ?? null}::uuid`
}

/** As much of an event as the tests here point at. */
export type Told = { eventId: string; deliveryId: string; resourceId: string }

/** An event of a collection that was paid, and its delivery, which is owed and which nobody makes. */
export async function owedEvent(stage: Stage, environment: Environment = 'live'): Promise<Told> {
  await openEndpoint(stage)
  const { live_key: live, sandbox_key: sandbox } = stage.cast.credentials
  const resourceId = await paidCollection(stage, environment === 'live' ? live : sandbox)
  const [told] = await stage.service.world.sql<{ event_id: string; delivery_id: string }[]>`
    select e.id as event_id, d.id as delivery_id from events e join webhook_deliveries d on d.event_id = e.id
    where e.resource_id = ${resourceId}`
  assert.ok(told, 'nothing was told')
  return { eventId: told.event_id, deliveryId: told.delivery_id, resourceId }
}

/** A live request of the merchant that its log has. */
export async function keptRequest({ service, cast }: Stage): Promise<string> {
  const { headers } = await service.call('/v1/merchant/balance', cast.credentials.live_key)
  await service.parts.requests.written()
  return headers.get('x-request-id') ?? assert.fail('an answer has no id')
}
