import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Outcome } from '../../src/providers/providers.ts'
import { type Service, startService } from '../service.ts'
import { until } from '../test-clusters.ts'
import { endStory } from './money/books.ts'
import { ownProvider, succeeded } from './money/own-provider.ts'
import { openShop } from './money/shop.ts'
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
