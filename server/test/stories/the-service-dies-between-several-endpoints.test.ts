import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { CrashPoint } from '../../src/world/world.ts'
import { howMuch } from '../how-thorough.ts'
import { deaths } from '../prove/deaths.ts'
import { tellProof } from '../prove/tell-proof.ts'
import { assertDied, type RunningService } from '../run-service.ts'
import { request } from '../service.ts'
import { until } from '../test-clusters.ts'
import {
  bringBack,
  type Call,
  type CrashStage,
  callbackOf,
  openCrashStage,
  orderOf,
  putAside,
  send,
} from './money/crash-stage.ts'
import type { Fields } from './money/shop.ts'
import { openEndpoint } from './webhooks/own-endpoint.ts'

/** One of the configuration and three that are added: the last asks for something else. */
const ears = {
  default: await openEndpoint(),
  first: await openEndpoint(),
  second: await openEndpoint(),
  refunds: await openEndpoint(),
}
const told = [ears.default, ears.first, ears.second]
let stage: CrashStage

before(async () => {
  stage = await openCrashStage()
  const service = await stage.start()
  const body = { email: 'owner@duka.test', password: 'correct horse' }
  const signedIn = await request(`${service.url}/v1/auth/sign-in/email`, { body })
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const call = async (path: string, fields: Fields, method: string) => {
    const sent = { method, cookie, body: fields, headers: { 'x-environment': 'sandbox' } }
    const answer = await request(`${service.url}/v1/merchant/${path}`, sent)
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
  }
  await call('webhook-config', { sandbox_webhook_url: ears.default.url }, 'PATCH')
  await call('webhook-endpoints', { url: ears.first.url }, 'POST')
  await call('webhook-endpoints', { url: ears.second.url, events: ['collection.*'] }, 'POST')
  await call('webhook-endpoints', { url: ears.refunds.url, events: ['refund.*'] }, 'POST')
  await die(service)
})
after(() => stage.close())

async function die(service: RunningService): Promise<void> {
  service.child.kill('SIGKILL')
  await assertDied(service)
}

type Owed = { id: string; status: string; urls: string[]; tries: number[] }

/** Each event with the addresses that it is owed to, and how often each was tried to the end. */
async function owed(): Promise<Owed[]> {
  return [
    ...(await stage.world.sql<Owed[]>`
      select e.id, string_agg(distinct d.status, ' ') as status, array_agg(coalesce(a.url, w.url) order by d.id) as urls,
        array_agg((select count(*) from webhook_attempts t where t.delivery_id = d.id)::int) as tries
      from events e left join webhook_deliveries d on d.event_id = e.id
        left join added_webhook_endpoints a on a.id = d.endpoint_id left join webhook_endpoints w on w.id = d.endpoint_id
      group by e.id`),
  ]
}

async function assertEachIsOwedOnce(events: number): Promise<void> {
  const all = await owed()
  assert.equal(all.length, events)
  for (const { id, urls } of all)
    assert.deepEqual(urls.toSorted(), told.map(({ url }) => url).toSorted(), `what is owed of ${id}`)
}

/** What the dead were to deliver waits with everything else of theirs, and nobody holds it. */
async function putAll(away: boolean): Promise<void> {
  const { world } = stage
  await (away ? putAside(world) : bringBack(world))
  await world.sql`update webhook_deliveries set due_at = now() + ${away ? '1 day' : '-1 minute'}::interval, holder = null
    where due_at is not null`
}

const callbacks: Call[] = []

/** A collection that is paid; its callback comes again when nobody has answered it. */
async function sell(service: RunningService): Promise<void> {
  const order = orderOf(stage, 'ussd-push', { amount: '100', customer_phone: '0712345678' })
  const made = await send(service, order)
  if (made === null) return
  const callback = callbackOf(stage, String(made.body.data.provider_reference))
  callbacks.push(callback)
  await send(service, callback)
}

/** A service that lives on does what all the others have left. */
async function finish(): Promise<void> {
  await putAll(false)
  const service = await stage.start()
  for (const callback of callbacks) assert.ok(await send(service, callback), 'it lives and does not answer')
  await until(async () => {
    const all = await owed()
    return all.length === callbacks.length && all.every(({ status }) => status === 'delivered')
  })
  await die(service)
}

/** An event is stored with all that is owed of it, or not at all. */
const eventsAfter: Record<(typeof points)[number], number> = {
  'collection.resolving': 0,
  'collection.resolved': 1,
  'delivery.claimed': 1,
  'delivery.sent': 1,
}
const points = deaths['the-service-dies-between-several-endpoints'] satisfies readonly CrashPoint[]

test('wherever it dies between the event and its receivers, each is owed it once, and hears of it', async () => {
  let stored = 0
  for (const point of points) {
    const dying = await stage.start(point)
    await sell(dying)
    await assertDied(dying, point)
    await putAll(true)
    stored += eventsAfter[point]
    await assertEachIsOwedOnce(stored)
  }
  await finish()
  await assertAllWereTold()
})

const kills = howMuch({ test: 1, proveShort: 3, prove: 12 })
const salesInARow = 25

test(`killed ${kills} times with deliveries in its hands, it loses none and passes over nobody`, async (t) => {
  for (let kill = 0; kill < kills; kill += 1) {
    const service = await stage.start()
    const heard = told.reduce((sum, { letters }) => sum + letters.length, 0)
    const selling = Promise.all(Array.from({ length: salesInARow }, () => sell(service)))
    await until(() => told.reduce((sum, { letters }) => sum + letters.length, 0) > heard + kill)
    await die(service)
    await selling
    await assertEachIsOwedOnce((await owed()).length)
  }
  await finish()
  await assertAllWereTold()
  tellProof(t, `${kills} kills, ${callbacks.length} events to ${told.length} endpoints each, none lost`)
  const books = await stage.checkBooks()
  assert.equal(books.code, 0, books.output)
})

/** Whoever died after sending is followed by somebody who sends again: twice rather than never, and the same bytes. */
async function assertAllWereTold(): Promise<void> {
  await assertEachIsOwedOnce(callbacks.length)
  const all = await owed()
  for (const { id, tries } of all) {
    assert.deepEqual(tries, [1, 1, 1], `how often it is recorded of ${id} that somebody took it`)
    const bodies = told.map(({ letters }) => letters.filter((one) => one.id === id).map(({ body }) => body))
    for (const own of bodies) assert.ok(own.length > 0, `somebody never heard of ${id}`)
    assert.equal(new Set(bodies.flat()).size, 1, `they heard different things of ${id}`)
  }
  for (const { letters } of told)
    assert.deepEqual(new Set(letters.map(({ id }) => id)), new Set(all.map(({ id }) => id)))
  assert.equal(ears.refunds.letters.length, 0, 'it was told what it did not ask for')
}
