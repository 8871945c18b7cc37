import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { lowFloatSymptom } from '../../src/operator/low-float-symptom.ts'
import { readFloats } from '../../src/providers/providers.ts'
import { chaseWithdrawals } from '../../src/withdrawals/withdrawals.ts'
import { type Service, startService } from '../service.ts'
import { until } from '../test-clusters.ts'
import { endStory } from './money/books.ts'
import { type OwnProvider, ownClock, ownProvider, succeeded, workOnce } from './money/own-provider.ts'
import { dataOf, type Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'
import { openDesk } from './payouts/desk.ts'
import { accepted, referenceOf } from './payouts/stage.ts'
import { openTill, type Till } from './payouts/till.ts'

const clock = ownClock()
const minute = 60_000
let float = 10_000_000n
let [one, two]: OwnProvider[] = []
let service: Service
let till: Till
let desk: Awaited<ReturnType<typeof openDesk>>
const lows: string[] = []
before(async () => {
  one = ownProvider({ name: 'one', balance: () => ({ kind: 'known', amount: float, currency: 'TZS' }) })
  two = ownProvider({ name: 'two' })
  const spare = two
  service = await startService({
    clock,
    environment: { ROLE: 'api', LOW_FLOAT: '30000.00' },
    providers: { live: one },
    adapters: { two: () => spare },
  })
  till = await openTill(service)
  desk = await openDesk(service)
  one.script.payOut = ({ amount }) => succeeded(amount)
})
after(() => endStory(service))

const admin = (path: string, sent: { method?: string; body?: unknown } = {}) =>
  desk.call(`/v1/admin/${path}`, 'live', { method: 'POST', body: {}, ...sent })
async function approved(amount: string): Promise<string> {
  const { id } = await till.submit({ amount })
  assert.equal(inShort(await desk.decide(id, 'approve')), '200')
  return String(id)
}
const work = () => chaseWithdrawals(service.parts)
/** A minute later whoever looks after floats has asked again. */
async function readAgain(): Promise<void> {
  clock.pass(minute)
  const onLow = ({ provider }: { provider: string }) => void lows.push(provider)
  const { world } = service
  await readFloats({ world, registry: service.parts.registry, lowFloat: 3_000_000n, onLow })
  await service.parts.registry.renew()
}
const seen = async (id: string) => {
  await service.parts.registry.renew()
  const { status, waiting_for: waits } = await till.read(id)
  return waits === null ? status : `${status} for ${waits}`
}
async function standing(): Promise<Fields & { float: Fields }> {
  const { items } = dataOf(await admin('providers', { method: 'GET', body: undefined }))
  return (items as (Fields & { float: Fields })[]).find(({ name }) => name === 'one') ?? assert.fail()
}

test('while its provider is paused it waits and says so, and is sent by itself, to the same one', async () => {
  const id = await approved('1000')
  assert.equal(inShort(await admin('providers/one/pause')), '200')
  await work()
  assert.equal(await seen(id), 'PROCESSING for provider')
  const { waiting_for: shown } = dataOf(await desk.call(`/v1/admin/withdrawals/${id}`))
  assert.equal(shown, 'provider')
  // What is asked for meanwhile is taken in, and waits too.
  const later = await approved('1000')
  assert.equal(await seen(later), 'PROCESSING for provider')
  // Nobody else pays it, also if all that is new goes elsewhere.
  await admin('provider-routes', { method: 'PUT', body: { providers: ['two'] } })
  assert.equal(inShort(await admin('providers/one/resume')), '200')
  await work()
  assert.deepEqual([await seen(id), await seen(later)], ['SUCCESS', 'SUCCESS'])
  assert.deepEqual([one?.payOuts.length, two?.payOuts.length], [2, 0])
  await admin('provider-routes', { method: 'PUT', body: { providers: [] } })
})

test('a worker that was stopped for a while knows that its provider is paused before it sends anything', async ({
  mock,
}) => {
  if (one) one.script.collect = ({ amount }) => succeeded(amount)
  await approved('1000')
  await till.push({}, { key: till.liveKey })
  await service.parts.registry.renew()
  // As another process would, of which this one hears nothing.
  const { sql, newId } = service.world
  const setState = (state: string) => sql`
    insert into provider_states (provider, state, since, changed_by) values ('one', ${state}, ${clock.now()}, ${newId()})
    on conflict (provider) do update set state = excluded.state`
  await setState('paused')
  const sent = () => [one?.payOuts.length, one?.orders.length]
  const [payOuts = 0, orders = 0] = sent()
  const now = performance.now()
  mock.method(performance, 'now', () => now + minute)
  await work()
  await workOnce(service)
  assert.deepEqual(sent(), [payOuts, orders])
  await setState('on')
  await service.parts.registry.renew()
  await work()
  await workOnce(service)
  assert.deepEqual(sent(), [payOuts + 1, orders + 1])
})

test("one of a merchant that was suspended meanwhile is not sent, and stands in nobody's way", async () => {
  const { sql } = service.world
  const id = await approved('1000')
  const other = await openTill(service)
  const { id: next } = await other.submit({ amount: '1000' })
  assert.equal(inShort(await desk.decide(next, 'approve')), '200')
  await sql`update merchants set is_active = false where id = ${till.merchantId}`
  await work()
  assert.equal(await other.status(next), 'SUCCESS')
  const shown = async () => dataOf(await desk.call(`/v1/admin/withdrawals/${id}`)).waiting_for
  assert.deepEqual([await seen(id), await shown()], ['PROCESSING for merchant', 'merchant'])
  await sql`update merchants set is_active = true where id = ${till.merchantId}`
  await work()
  assert.equal(await seen(id), 'SUCCESS')
})

test('where all are drained nothing new is taken in', async () => {
  await admin('providers/one/drain')
  assert.equal(inShort(await till.ask({ amount: '1000' })), '503 unavailable')
  await admin('providers/one/resume')
})

test('what the float does not cover waits, in its order, until there is more', async () => {
  float = 2_500_000n
  await readAgain()
  const [first, large, small] = [await approved('20000'), await approved('10000'), await approved('1000')]
  await work()
  assert.deepEqual(
    [await seen(first), await seen(large), await seen(small)],
    ['SUCCESS', 'PROCESSING for float', 'PROCESSING for float'],
  )
  const symptom = await lowFloatSymptom(service.world)
  assert.deepEqual([symptom.state, symptom.details], ['warning', 'one TZS 25000.00: payouts wait for it'])
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  assert.match(metrics, /malipo_provider_float\{provider="one",currency="TZS"\} 25000\n/)
  assert.match(metrics, /malipo_provider_float_short\{provider="one"\} 1\n/)
  const { float: shown } = await standing()
  assert.deepEqual(
    [shown.amount, shown.sent_since, shown.short_since !== null],
    ['25000.00', '20000.00', true],
  )
  float = 500_000n
  await readAgain()
  await work()
  assert.equal(await seen(large), 'PROCESSING for float')
  assert.equal(one?.payOuts.filter(({ reference }) => reference === referenceOf(large)).length, 0)
  float = 5_000_000n
  await readAgain()
  await work()
  assert.deepEqual([await seen(large), await seen(small)], ['SUCCESS', 'SUCCESS'])
  assert.equal((await standing()).float.short_since, null)
})

test('a low float is told once, before anything waits; where it lies a Super Admin says', async () => {
  assert.deepEqual(lows, ['one'], 'told when it fell, and not again')
  assert.equal((await standing()).float.low_since, null)
  const body = { low_float_at: '60000.00' }
  assert.equal(inShort(await admin('providers/one', { method: 'PATCH', body })), '200')
  await clockPassesIdle()
  const { float: low } = await standing()
  assert.deepEqual([low.low_at, low.low_since !== null, lows.length], ['60000.00', true, 2])
  const unset = await admin('providers/one', { method: 'PATCH', body: { low_float_at: null } })
  assert.equal((dataOf(unset).float as Fields).low_at, '30000.00')
  assert.equal(inShort(await admin('providers/nobody', { method: 'PATCH', body })), '404 not_found')
})

async function clockPassesIdle(): Promise<void> {
  clock.pass(10 * minute)
  await readAgain()
}

test('a figure that nobody has renewed for long stops nobody, and an unclear answer is no figure', async () => {
  float = 100n
  await clockPassesIdle()
  const id = await approved('1000')
  await work()
  assert.equal(await seen(id), 'PROCESSING for float')
  if (one) one.script.balance = () => ({ kind: 'unknown', because: 'no answer' })
  for (let passed = 0; passed < 6; passed += 1) await readAgain()
  await work()
  assert.equal(await seen(id), 'SUCCESS')
  assert.equal((await standing()).float.short_since, null, 'nothing waits for it any more')
})

test('two workers never spend the same float: who comes second sees what the first has spent', async () => {
  if (!one) return assert.fail()
  const { sql } = service.world
  one.script.balance = () => ({ kind: 'known', amount: 150_000n, currency: 'TZS' })
  await clockPassesIdle()
  one.script.payOut = () => accepted
  const before = one.payOuts.length
  await approved('1000')
  const isHeldUp = async () =>
    (
      await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%as lane (provider, step, room)%'`
    ).length > 0
  let working: Promise<unknown> | undefined
  await sql.begin(async (tx) => {
    await tx`update provider_floats set sent = amount where provider = 'one'`
    working = work()
    await until(isHeldUp)
  })
  await working
  assert.equal(one.payOuts.length, before)
  await clockPassesIdle()
  await work()
  assert.equal(one.payOuts.length, before + 1)
})
