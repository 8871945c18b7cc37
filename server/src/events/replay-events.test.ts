import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Environment, EventType } from '@malipo/contract'
import { openToldMerchants } from '../../test/events/told-merchants.ts'
import { thoroughly } from '../../test/how-thorough.ts'
import { eventRoutes } from './event-routes.ts'

let stage: Awaited<ReturnType<typeof openToldMerchants>>
/** In the order they were told, a minute apart, before there was any endpoint. */
const ids: string[] = []
const types = ['collection.success', 'collection.successful', 'collection.failed'] as const
const startMs = Date.parse('2026-11-15T00:00:00Z')
const minute = (count: number) => new Date(startMs + count * 60_000).toISOString()

before(async () => {
  stage = await openToldMerchants()
  for (const type of types) {
    ids.push(await stage.tell({ type }))
    stage.pass(60_000)
  }
  await stage.tell({ merchantId: stage.strangerId })
  await stage.tell({ environment: 'sandbox' })
  stage.pass(60_000)
})
after(() => stage.database.drop())
beforeEach(async () => {
  await stage.configure('https://shop.example/events')
  await stage.world.sql`delete from webhook_deliveries`
})

type Wish = { from: string; to?: string; types?: EventType[] }
const replay = (body: Wish, environment?: Environment) =>
  stage.call<{ replayed: number; from: string; to: string }>(
    eventRoutes(stage.world),
    'replayEvents',
    { body },
    environment,
  )

/** The places of the events that are owed, in the order of their deliveries. */
async function owed(): Promise<number[]> {
  const rows = await stage.world.sql<{ event_id: string }[]>`
    select d.event_id from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
    where d.cause = 'replay' and d.status = 'pending' and d.due_at - ${stage.world.clock.now()}::timestamptz between interval '0' and interval '1 s' and d.attempts = 0
      and (e.merchant_id, e.environment) = (d.merchant_id, d.environment) and d.merchant_id = ${stage.merchantId}
    order by d.id`
  return rows.map(({ event_id: id }) => ids.indexOf(id))
}

const problemOn = (field: string, problem: RegExp) => (error: { details: unknown }) => {
  const [first] = error.details as { field: string; problem: string }[]
  return first?.field === field && problem.test(first.problem)
}

test('the events of a window are owed again, oldest first, of this merchant and environment only', async () => {
  assert.deepEqual(await replay({ from: minute(0) }), {
    replayed: 3,
    from: minute(0),
    to: stage.world.clock.now().toISOString(),
  })
  assert.deepEqual(await owed(), [0, 1, 2])
  assert.equal((await replay({ from: minute(0) }, 'sandbox')).replayed, 1)
})

test('a window holds its first instant and not its last', async () => {
  assert.equal((await replay({ from: minute(1), to: minute(2) })).replayed, 1)
  assert.deepEqual(await owed(), [1])
})

test('only the types that are asked for are replayed, in either spelling of a success', async () => {
  await replay({ from: minute(0), types: ['collection.success'] })
  assert.deepEqual(await owed(), [0, 1])
  assert.equal((await replay({ from: minute(0), types: ['disbursement.failed'] })).replayed, 0)
})

test('without types those are replayed that the configuration asks for, and types overrule it', async () => {
  await stage.configure('https://shop.example/events', ['collection.failed'])
  await replay({ from: minute(0) })
  assert.deepEqual(await owed(), [2])
  assert.equal((await replay({ from: minute(0), types: ['collection.successful'] })).replayed, 2)
})

test('a replay is written into the audit log with its window and its number', async () => {
  await replay({ from: minute(0), to: minute(2) })
  const [entry] = await stage.world.sql`
    select action, merchant_id, details, request_id from audit_log order by seq desc limit 1`
  assert.deepEqual(entry, {
    action: 'events.replayed',
    merchant_id: stage.merchantId,
    details: { replayed: 2, from: minute(0), to: minute(2), environment: 'live', types: null },
    request_id: 'asked',
  })
})

test('a window that ends before it begins is refused', async () => {
  await assert.rejects(replay({ from: minute(2), to: minute(2) }), problemOn('to', /later than from/))
  await assert.rejects(replay({ from: minute(99) }), problemOn('from', /in the past/))
  assert.deepEqual(await owed(), [])
})

test('nothing is owed to an endpoint without an address or switched off', async () => {
  const refused = { code: 'invalid_state', message: /Set webhook_url first/ }
  await stage.switchOff()
  await assert.rejects(replay({ from: minute(0) }), refused)
  await stage.configure(null)
  await assert.rejects(replay({ from: minute(0) }), refused)
  await stage.world.sql`delete from webhook_endpoints`
  await assert.rejects(replay({ from: minute(0) }), refused)
  assert.deepEqual(await owed(), [])
})

test('while one replay of an endpoint is being written, another is refused and takes no connection', async () => {
  await stage.world.sql.begin(async (tx) => {
    await tx`
      select pg_advisory_xact_lock(hashtextextended('replay ' || id, 0)) from webhook_endpoints
      where merchant_id = ${stage.merchantId} and environment = 'live'`
    const refused = { code: 'invalid_state', message: /being replayed/ }
    await assert.rejects(replay({ from: minute(0) }), refused)
    assert.equal((await replay({ from: minute(0) }, 'sandbox')).replayed, 1)
  })
  assert.equal((await replay({ from: minute(0) })).replayed, 3)
})

// It writes a hundred thousand rows twice, so that only the proof has time for it.
const many = { skip: !thoroughly }
test(
  'a hundred thousand events are replayed at once, and one more is refused with the number',
  many,
  async () => {
    const copies = (count: number) => stage.world.sql`
    insert into events (id, merchant_id, environment, type, resource_id, sequence, body, created_at)
    select overlay(gen_random_uuid()::text placing ${(ids[0] ?? '').slice(0, 13)} from 1 for 13)::uuid, merchant_id,
      environment, type, gen_random_uuid(), 1, body, created_at
    from events cross join generate_series(1, ${count}::integer) where id = ${ids[0] ?? ''}`
    // A statement may take ten seconds, also where others use the cores.
    for (let tenth = 0; tenth < 9; tenth += 1) await copies(10_000)
    await copies(9_999)
    assert.equal((await replay({ from: minute(0), to: minute(1) })).replayed, 100_000)
    const enough = { code: 'invalid_state', message: /100,000 deliveries are owed to this endpoint already/ }
    await assert.rejects(replay({ from: minute(0), to: minute(1) }), enough)
    await copies(1)
    const problem = problemOn('from', /^holds 100,001 events; narrow the window to at most 100,000$/)
    await assert.rejects(replay({ from: minute(0), to: minute(1) }), problem)
    const [counted] = await stage.world.sql`
    select count(*)::int as deliveries, count(distinct event_id)::int as events from webhook_deliveries`
    assert.deepEqual(counted, { deliveries: 100_000, events: 100_000 })
  },
)
