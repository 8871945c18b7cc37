import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Outcome } from '../../src/providers/providers.ts'
import { type Service, startService } from '../service.ts'
import { until } from '../test-clusters.ts'
import { endStory } from './money/books.ts'
import { ownProvider, succeeded } from './money/own-provider.ts'
import { referenceOf as collectionReference, openShop } from './money/shop.ts'
import { openDesk } from './payouts/desk.ts'
import { referenceOf } from './payouts/stage.ts'
import { openTill, type Till } from './payouts/till.ts'

const provider = ownProvider()
let api: Service
let worker: Service
let till: Till
before(async () => {
  api = await startService({ environment: { ROLE: 'api' }, providers: { live: provider } })
  till = await openTill(api)
  worker = await startService({
    environment: { ROLE: 'worker' },
    providers: { live: provider },
    database: api.database,
  })
})
after(async () => {
  await worker.stop()
  await endStory(api)
})

/** A call of the provider that hangs until the test, or our own patience, ends it. */
function hanging() {
  const end = Promise.withResolvers<Outcome>()
  let given: AbortSignal | undefined
  return {
    hang(signal: AbortSignal): Promise<Outcome> {
      given = signal
      return end.promise
    },
    isOut: () => given !== undefined && !given.aborted,
    end: () => end.resolve({ kind: 'unknown', because: 'it hung' }),
  }
}

const paid: Outcome = succeeded()

test('while one order hangs, all others are sent and resolved, live and in the sandbox', async () => {
  const call = hanging()
  provider.script.collect = ({ description }, signal) => (description === 'hangs' ? call.hang(signal) : paid)
  const first = await till.push({ description: 'hangs' }, { key: till.liveKey })
  await until(call.isOut)
  const other = await openShop(api)
  const [second, played] = [
    await other.push({}, { key: other.liveKey }),
    await other.collect('wallet-push', { amount: 10, phone: '255700000001' }),
  ]
  await other.settled(second.id, 'successful', other.liveKey)
  await other.settled(played.collection_id, 'successful')
  assert.ok(call.isOut(), 'nobody had to wait until it was given up')
  assert.equal((await till.state(first.id, till.liveKey)).status, 'processing')
  call.end()
})

test('while one look-up hangs, orders are sent and other look-ups answered', async () => {
  const call = hanging()
  provider.script.collect = () => ({ kind: 'pending', providerStatus: 'PENDING' })
  const silent = [await till.push({}, { key: till.liveKey }), await till.push({}, { key: till.liveKey })]
  const [hangs, answers] = silent.map(({ provider_reference: reference }) => reference)
  await until(() => provider.orders.some(({ reference }) => reference === answers))
  provider.script.lookUp = (reference, signal) => (reference === hangs ? call.hang(signal) : paid)
  // Whoever sent them lets go of them a moment later, with a shorter time than a lease: only then does another time stay.
  await until(async () => {
    const soon = new Date(Date.now() + 25_000)
    const ids = silent.map(({ id }) => String(id))
    const free = await api.world.sql`
      select from collections where id = any(${ids}::uuid[]) and attempts > 0 and due_at < ${soon}`
    return free.length === 2
  })
  await api.world.sql`update collections set due_at = created_at where status = 'processing' and attempts > 0`
  await till.settled(silent[1]?.id, 'successful', till.liveKey)
  provider.script.collect = () => paid
  const { id } = await till.push({}, { key: till.liveKey })
  await till.settled(id, 'successful', till.liveKey)
  assert.ok(call.isOut())
  call.end()
})

test('while one payout hangs, another is paid', async () => {
  const call = hanging()
  const desk = await openDesk(api)
  const withdrawals = [await till.submit({ amount: '1000' }), await till.submit({ amount: '2000' })]
  const [hangs, other] = withdrawals.map(({ id }) => id)
  provider.script.payOut = ({ reference }, signal) =>
    reference === referenceOf(hangs) ? call.hang(signal) : paid
  await desk.decide(hangs, 'approve')
  await until(call.isOut)
  await desk.decide(other, 'approve')
  await until(async () => (await till.status(other)) === 'SUCCESS')
  assert.ok(call.isOut())
  call.end()
  await until(async () => (await till.status(hangs)) === 'NEEDS_RECONCILIATION')
})

/** Somebody's transaction that holds a collection until it is ended. */
async function hold(id: unknown) {
  const [held, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = api.world.sql.begin(async (tx) => {
    await tx`select from collections where id = ${String(id)} for update`
    held.resolve()
    await ended.promise
  })
  await held.promise
  return {
    async end() {
      ended.resolve()
      await holding
    },
  }
}

test('while what the simulated network says of one payment is held up, it tells of the others', async () => {
  const other = await openShop(api)
  const played = { amount: 10, phone: '255700000001' }
  // Time enough to hold it between the order and the answer.
  await till.call('/v1/sandbox/profile', { method: 'PATCH', body: { approval_delay_ms: 1_500 } })
  const first = await till.collect('wallet-push', played)
  await until(
    async () =>
      (
        await api.world.sql`select from network_payments
    where reference = ${collectionReference(first.collection_id)}`
      ).length === 1,
  )
  const lock = await hold(first.collection_id)
  const said = () => api.world.sql<{ attempts: number; is_held: boolean }[]>`
    select attempts, deliver_at > now() + interval '8 seconds' as is_held from network_callbacks
    where reference = ${collectionReference(first.collection_id)} and deliver_at is not null`
  await until(async () => (await said())[0]?.attempts === 1)
  const second = await other.collect('wallet-push', played)
  await other.settled(second.collection_id, 'successful')
  assert.deepEqual(
    (await said()).map((row) => ({ ...row })),
    [{ attempts: 1, is_held: true }],
  )
  await lock.end()
  await till.settled(first.collection_id, 'successful')
})

/** Callbacks that somebody stored and did not live to handle, all about one payment. */
async function leaveBehind(from: string, reference: unknown, eventIds: string[]): Promise<void> {
  const bodies = eventIds.map((eventId) =>
    JSON.stringify({
      event_id: eventId,
      event_type: 'collection.success',
      provider_reference: reference,
    }),
  )
  await api.world.sql`
    insert into provider_callbacks
      (id, provider, at_interface, is_proven, headers, body, received_at, due_at, lease, attempts)
    select id, ${from}, ${from === 'sandbox'}, true, '{}', convert_to(body, 'UTF8'), now(), now(), 1, 1
    from unnest(${eventIds.map(() => api.world.newId())}::uuid[], ${bodies}::text[]) as left_behind (id, body)`
}

test('while the inbox is full of callbacks of the sandbox that are held up, those of live are carried out', async () => {
  provider.script.collect = () => ({ kind: 'pending', providerStatus: 'PENDING' })
  const [live, played] = [await till.push({}, { key: till.liveKey }), await till.push()]
  const eventId = randomUUID()
  // What the event says is known from now on, and is said of the payment when the inbox is taken up.
  await provider.tell(api, 'somebody else', succeeded(), { eventId })
  const lock = await hold(played.id)
  const many = Array.from({ length: 60 }, () => randomUUID())
  await leaveBehind('sandbox', played.provider_reference, many)
  await leaveBehind('own', live.provider_reference, [eventId])
  await till.settled(live.id, 'successful', till.liveKey)
  const back = await api.world.sql`select from provider_callbacks where fault is not null`
  assert.equal(back.length, 0, 'before any that was held up was given back')
  await lock.end()
  await till.settled(played.id, 'successful')
})
