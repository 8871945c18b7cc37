import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openToldMerchants } from '../../test/events/told-merchants.ts'
import { until } from '../../test/test-clusters.ts'
import type { Attempted, Send } from '../courier/courier.ts'
import { openMerchants } from '../merchants/merchants.ts'
import { systemClock } from '../primitives/clock.ts'
import { idsFrom } from '../primitives/id.ts'
import type { World } from '../world/world.ts'
import { announce } from './announce-events.ts'
import { type AttemptSeen, startDelivering } from './deliver-events.ts'

let stage: Awaited<ReturnType<typeof openToldMerchants>>
let world: World
before(async () => {
  stage = await openToldMerchants()
  world = { ...stage.world, clock: systemClock, newId: idsFrom(systemClock) }
})
after(() => stage.database.drop())
beforeEach(async () => {
  await world.sql`delete from webhook_deliveries`
  await stage.configure('http://alive/')
})

const accepted: Attempted = {
  result: 'delivered',
  status: 200,
  error: null,
  responseBody: '',
  retryAfterMs: null,
  durationMs: 2,
}

/** A worker with a way out of the test's own, and what it reported. */
function deliverWith(send: Send, more: { observe?(seen: AttemptSeen): void } = {}) {
  const reported: string[] = []
  const worker = startDelivering({
    world,
    environment: 'live',
    send,
    onSwitchedOff: async () => {},
    observe: () => {},
    onError: (error) => void reported.push(String(error)),
    ...more,
  })
  return { ...worker, reported }
}

async function tell(merchantId: string, count = 1): Promise<void> {
  await tellAll(Array.from({ length: count }, () => merchantId))
}

/** An event for each of them, in one transaction. */
async function tellAll(merchantIds: string[]): Promise<void> {
  const events = merchantIds.map((merchantId) => {
    const resourceId = world.newId()
    const at = systemClock.now()
    const type = 'collection.success' as const
    return {
      merchantId,
      environment: 'live' as const,
      type,
      resourceId,
      sequence: 2,
      at,
      resource: { id: resourceId },
    }
  })
  await world.sql.begin((tx) => announce(tx, world.newId, events))
}

async function openOthers(count: number, url: string): Promise<string[]> {
  const order = { name: 'Other', ownerId: null, verificationStatus: 'verified' as const }
  const orders = Array.from({ length: count }, () => order)
  const ids = (await world.sql.begin((tx) => openMerchants(tx, world, orders))).map(({ id }) => id)
  await world.sql`
    insert into webhook_endpoints (id, merchant_id, environment, url)
    select gen_random_uuid(), id, 'live', ${url} from unnest(${ids}::uuid[]) as merchant (id)`
  return ids
}

async function countOf(status: string): Promise<number> {
  const rows = await world.sql`select from webhook_deliveries where status = ${status}`
  return rows.length
}

test('a thousand endpoints that hang do not keep a healthy one from its event', async () => {
  const ids = await openOthers(1_000, 'http://dead/')
  await tellAll(ids.flatMap((id) => [id, id, id]))
  const hanging = new AbortController()
  let aliveAt = 0
  const worker = deliverWith(async ({ url }) => {
    if (url.includes('alive')) aliveAt ||= performance.now()
    else await sleep(15_000, undefined, { signal: hanging.signal }).catch(() => {})
    return url.includes('alive') ? accepted : { ...accepted, result: 'timeout', durationMs: 15_000 }
  })
  await sleep(1_500)
  await tell(stage.merchantId)
  await until(() => aliveAt > 0)
  hanging.abort()
  await worker.stop()
})

test('what the sandbox is owed is left to a loop of its own', async () => {
  await stage.tell({ environment: 'sandbox', at: systemClock.now() })
  await tell(stage.merchantId)
  const worker = deliverWith(async () => accepted)
  await until(async () => (await countOf('delivered')) === 1)
  await worker.stop()
  const rows = await world.sql`select environment, lease from webhook_deliveries order by environment`
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { environment: 'live', lease: 1 },
      { environment: 'sandbox', lease: 0 },
    ],
  )
})

test('a delivery or an endpoint that somebody holds keeps no other waiting, and no connection', async () => {
  const [heldId = ''] = await openOthers(1, 'http://held/')
  await tell(heldId, 2)
  const [locked, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let waiting = 0
  const worker = deliverWith(async ({ url }) => {
    await locked.promise
    return url.includes('held') ? { ...accepted, result: 'gone', status: 410 } : accepted
  })
  await until(async () => (await world.sql`select from webhook_deliveries where lease = 1`).length === 2)
  const holding = world.sql.begin(async (tx) => {
    await tx`select from webhook_endpoints where merchant_id = ${heldId} for update`
    await tx`select from webhook_deliveries where merchant_id = ${heldId} and id = (
      select min(id::text)::uuid from webhook_deliveries where merchant_id = ${heldId}) for update`
    locked.resolve()
    await ended.promise
  })
  await locked.promise
  await tell(stage.merchantId, 20)
  await until(async () => {
    const [row] = await world.sql<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    waiting = Math.max(waiting, row?.count ?? 0)
    return (await countOf('delivered')) === 20
  })
  assert.equal(waiting, 0)
  assert.equal(
    await countOf('pending'),
    2,
    'the held ones are still owed, as the endpoint could not be switched off',
  )
  ended.resolve()
  await holding
  await worker.stop()
})

test('a secret that cannot be opened keeps nobody else from theirs, and is told', async () => {
  const [brokenId = ''] = await openOthers(1, 'http://broken/')
  await world.sql`update merchants set webhook_secret_sealed = '\\x00' where id = ${brokenId}`
  await tell(brokenId)
  await tell(stage.merchantId)
  const urls: string[] = []
  const worker = deliverWith(async ({ url }) => {
    urls.push(url)
    return accepted
  })
  await until(async () => (await countOf('delivered')) === 1)
  await worker.stop()
  assert.deepEqual(urls, ['http://alive/'])
  assert.ok(worker.reported.length > 0)
  assert.equal(await countOf('pending'), 1, 'it is still owed')
})

test('a fault of ours while sending is told, and what was to be sent stays owed', async () => {
  await tell(stage.merchantId, 3)
  const worker = deliverWith(async () => {
    throw new Error('a fault of ours')
  })
  await until(() => worker.reported.length === 3)
  await worker.stop()
  assert.equal(await countOf('pending'), 3)
})

test('after 410 only the calls that are out already are finished, and every one of them is counted', async () => {
  await tell(stage.merchantId, 1_500)
  let calls = 0
  let callsAfter = 0
  const worker = deliverWith(async () => {
    calls += 1
    if (calls > 500) callsAfter += 1
    await sleep(2)
    return calls < 500 ? accepted : { ...accepted, result: 'gone', status: 410 }
  })
  await until(async () => (await countOf('pending')) === 0)
  await worker.stop()
  assert.ok(callsAfter <= 100, `${callsAfter} calls went out after the first 410`)
  const [sums] = await world.sql<{ attempts: number; kept: number }[]>`
    select sum(attempts)::int as attempts, (select count(*)::int from webhook_attempts a
      where exists (select from webhook_deliveries d where d.id = a.delivery_id)) as kept
    from webhook_deliveries`
  assert.equal(sums?.attempts, sums?.kept)
  assert.equal(sums?.attempts, calls)
})

test('a replay is no first attempt, however old the event is', async () => {
  await tell(stage.merchantId)
  await world.sql`update webhook_deliveries set cause = 'replay'`
  const seen: (number | null)[] = []
  const worker = deliverWith(async () => accepted, {
    observe: ({ firstAfterMs }) => void seen.push(firstAfterMs),
  })
  await until(async () => (await countOf('delivered')) === 1)
  await worker.stop()
  assert.deepEqual(seen, [null])
})
