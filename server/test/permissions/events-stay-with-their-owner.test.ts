import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Environment, operations } from '@malipo/contract'
import { type Reply, type Sent, type Service, startService } from '../service.ts'
import { inShort } from '../stories/parts/newcomers.ts'
import { assembleCast, type Cast } from './cast.ts'
import { owedEvent, type Told } from './events.ts'
import { sendSample } from './send-sample.ts'
import { traces } from './traces.ts'

const environments = ['live', 'sandbox'] as const
const opposite = { live: 'sandbox', sandbox: 'live' } as const

let service: Service
let own: Cast
let other: Cast
/** One event of each merchant in each environment. */
const told = { own: {} as Record<Environment, Told>, other: {} as Record<Environment, Told> }
before(async () => {
  // Without chores: whatever changes was then changed by the requests.
  service = await startService({ environment: { ROLE: 'api' } })
  own = await assembleCast(service)
  other = await assembleCast(service)
  for (const environment of environments) {
    told.own[environment] = await owedEvent({ service, cast: own }, environment)
    told.other[environment] = await owedEvent({ service, cast: other }, environment)
  }
})
after(() => service.stop())

const keyIn = (environment: Environment): Sent =>
  environment === 'live' ? own.credentials.live_key : own.credentials.sandbox_key
const ownerIn = (environment: Environment, cast = own): Sent => ({
  cookie: cast.ownerCookie,
  headers: { 'x-environment': environment },
})

/** What is not there for somebody in an environment: all of the other merchant's, and our own of the other environment. */
const hiddenIn = (environment: Environment): Told[] => [
  told.other[environment],
  told.other[opposite[environment]],
  told.own[opposite[environment]],
]

async function assertHidden(ids: string[], send: (id: string) => Promise<Reply>): Promise<void> {
  const before = await traces(service)
  const unknown = await send(service.world.newId())
  assert.equal(inShort(unknown), '404 not_found')
  for (const id of [...ids, 'no-id', '%00', 'a'.repeat(500), encodeURIComponent("' or true --")]) {
    const answer = await send(id)
    assert.deepEqual([answer.status, answer.body], [unknown.status, unknown.body], id)
  }
  assert.deepEqual(await traces(service), before)
}

test("another merchant's event, or the other environment's, is told apart from none by nothing", async () => {
  for (const environment of environments) {
    const path = (id: string) => `/v1/merchant/events/${id}`
    const ids = hiddenIn(environment).map(({ eventId }) => eventId)
    for (const sent of [keyIn(environment), ownerIn(environment)]) {
      await assertHidden(ids, (id) => service.call(path(id), sent))
      assert.equal(inShort(await service.call(path(told.own[environment].eventId), sent)), '200')
    }
  }
})

test("another merchant's delivery, or the other environment's, is neither read nor tried again", async () => {
  for (const environment of environments) {
    const path = (id: string) => `/v1/merchant/webhook-deliveries/${id}`
    const ids = hiddenIn(environment).map(({ deliveryId }) => deliveryId)
    for (const sent of [keyIn(environment), ownerIn(environment)]) {
      await assertHidden(ids, (id) => service.call(path(id), sent))
      assert.equal(inShort(await service.call(path(told.own[environment].deliveryId), sent)), '200')
    }
    const again = { ...ownerIn(environment), method: 'POST' }
    await assertHidden(ids, (id) => service.call(`${path(id)}/retry`, again))
    assert.equal(inShort(await service.call(`${path(told.own[environment].deliveryId)}/retry`, again)), '200')
  }
})

test('lists show what is there of this merchant in this environment, whatever is asked for', async () => {
  for (const environment of environments) {
    const mine = told.own[environment]
    for (const sent of [keyIn(environment), ownerIn(environment)]) {
      assert.deepEqual(await idsIn('events', sent), [mine.eventId])
      assert.deepEqual(await idsIn('webhook-deliveries', sent), [mine.deliveryId])
      assert.deepEqual(await idsIn(`events?resource_id=${mine.resourceId}`, sent), [mine.eventId])
      assert.deepEqual(await idsIn(`webhook-deliveries?event_id=${mine.eventId}`, sent), [mine.deliveryId])
      for (const { eventId, resourceId } of hiddenIn(environment)) {
        assert.deepEqual(await idsIn(`events?resource_id=${resourceId}`, sent), [])
        assert.deepEqual(await idsIn(`webhook-deliveries?event_id=${eventId}`, sent), [])
      }
    }
  }
})

async function idsIn(rest: string, sent: Sent): Promise<string[]> {
  const { body } = await service.call(`/v1/merchant/${rest}`, sent)
  const { items, total } = body.data as { items: { id: string }[]; total: number }
  assert.equal(total, items.length, rest)
  return items.map(({ id }) => id)
}

test('nobody goes on after an event that is not theirs, or not of this environment', async () => {
  for (const environment of environments) {
    const after = (id: string) =>
      sendSample(service, operations.streamEvents, { headers: { 'last-event-id': id } }, keyIn(environment))
    const unknown = await after(service.world.newId())
    assert.equal(inShort(unknown), '422 validation_error')
    for (const { eventId } of hiddenIn(environment)) {
      const { status, body } = await after(eventId)
      assert.deepEqual([status, body], [unknown.status, unknown.body])
    }
    assert.equal(inShort(await after(told.own[environment].eventId)), '200')
  }
})

test('a replay owes what this merchant was told in this environment, and nothing of anybody else', async () => {
  const deliveriesOf = async ({ merchantId }: Cast, environment: Environment) => {
    const rows = await service.world.sql<{ event_id: string }[]>`
      select event_id from webhook_deliveries where merchant_id = ${merchantId} and environment = ${environment}
      and cause = 'replay'`
    return rows.map(({ event_id: id }) => id)
  }
  for (const environment of environments) {
    const before = {
      elsewhere: await deliveriesOf(own, opposite[environment]),
      theirs: await Promise.all(environments.map((one) => deliveriesOf(other, one))),
    }
    const replayed = await service.call('/v1/merchant/events/replay', {
      ...ownerIn(environment),
      body: { from: '2026-01-01T00:00:00Z' },
    })
    assert.equal(replayed.body.data.replayed, 1)
    assert.deepEqual(await deliveriesOf(own, environment), [told.own[environment].eventId])
    assert.deepEqual(await deliveriesOf(own, opposite[environment]), before.elsewhere)
    assert.deepEqual(await Promise.all(environments.map((one) => deliveriesOf(other, one))), before.theirs)
  }
})

test('changing where events go changes nothing for another merchant, its secret included', async () => {
  const configOf = (cast: Cast) => service.call('/v1/merchant/webhook-config', ownerIn('live', cast))
  const secretOf = async ({ merchantId }: Cast) => {
    const [row] = await service.world.sql<{ webhook_secret_sealed: Buffer }[]>`
      select webhook_secret_sealed from merchants where id = ${merchantId}`
    return row && service.world.vault.open(row.webhook_secret_sealed)
  }
  const before = [(await configOf(other)).body, await secretOf(other)]
  const changed = await service.call('/v1/merchant/webhook-config', {
    ...ownerIn('live'),
    method: 'PATCH',
    body: { webhook_url: null, events: ['collection.failed'], rotate_secret: true },
  })
  assert.equal(inShort(changed), '200')
  assert.notEqual(await secretOf(own), own.webhookSecret)
  assert.deepEqual([(await configOf(other)).body, await secretOf(other)], before)
  assert.equal(await secretOf(other), other.webhookSecret)
})
