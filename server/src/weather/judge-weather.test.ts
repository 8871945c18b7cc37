import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureCodes } from '@malipo/contract'
import { hangsAfterMs, judgeWeather, type Lately, medianOf } from './judge-weather.ts'
import { faults, outcomeOf, type PushOrder } from './push-outcome.ts'

const s = 1_000
const nothing: Lately = { succeeded: 0, failed: 0, hanging: 0, typicalMs: null, usualMs: null }

const cases: [string, Partial<Lately>, string][] = [
  ['nothing was heard', {}, 'unknown'],
  ['19 outcomes are too few, though all failed', { failed: 19 }, 'unknown'],
  ['19 outcomes are too few, though all hang', { hanging: 19 }, 'unknown'],
  ['20 outcomes are enough', { failed: 20 }, 'down'],
  ['of any kind', { succeeded: 9, failed: 6, hanging: 5 }, 'down'],
  ['who hangs has not succeeded', { hanging: 20 }, 'down'],
  ['exactly half is not under half', { succeeded: 10, failed: 10 }, 'up'],
  ['one less than half is', { succeeded: 10, failed: 11 }, 'down'],
  ['as quick as ever', { succeeded: 20, typicalMs: 20 * s, usualMs: 20 * s }, 'up'],
  ['a little under thrice', { succeeded: 20, typicalMs: 60 * s - 1, usualMs: 20 * s }, 'up'],
  ['exactly thrice', { succeeded: 20, typicalMs: 60 * s, usualMs: 20 * s }, 'slow'],
  ['thrice, among 19', { succeeded: 19, typicalMs: 60 * s, usualMs: 20 * s }, 'unknown'],
  ['nobody knows what is usual', { succeeded: 20, typicalMs: 900 * s }, 'up'],
  ['thrice of next to nothing is no wait', { succeeded: 20, typicalMs: 5 * s, usualMs: 1 * s }, 'up'],
  ['a wait that is thrice as long', { succeeded: 20, typicalMs: 5.1 * s, usualMs: 1 * s }, 'slow'],
  ['down and slow is down', { succeeded: 10, failed: 11, typicalMs: 90 * s, usualMs: 20 * s }, 'down'],
]

for (const [what, lately, status] of cases) {
  test(`weather: ${what}: ${status}`, () => {
    assert.equal(judgeWeather({ ...nothing, ...lately }), status)
  })
}

test('what is open for thrice the usual time hangs, never before two minutes and always after fifteen', () => {
  const usual = [null, 1 * s, 40 * s, 41 * s, 300 * s, 3_600 * s]
  assert.deepEqual(
    usual.map(hangsAfterMs),
    [120, 120, 120, 123, 900, 900].map((seconds) => seconds * s),
  )
})

test('the middle time is the lower of two, and that of nothing is not known', () => {
  const timed = (...times: [number, number][]) => times.map(([tookMs, many]) => ({ tookMs, many }))
  assert.equal(medianOf([]), null)
  assert.equal(medianOf(timed([7, 1])), 7)
  assert.equal(medianOf(timed([9, 2], [3, 2])), 3)
  assert.equal(medianOf(timed([9, 3], [3, 2])), 9)
  assert.equal(medianOf(timed([1, 1], [100, 1], [5, 100])), 5)
})

const at = new Date('2026-11-15T12:00:59Z')
const order: PushOrder = {
  environment: 'live',
  provider: 'own',
  method: 'USSD_PUSH',
  customer_phone: '255712345678',
  created_at: new Date(at.getTime() - 12_345),
}
const succeeded = {
  minute: new Date('2026-11-15T12:00:00Z'),
  ...{
    environment: 'live',
    provider: 'own',
    network: 'Mixx by Yas',
    succeeded: true,
    took_ms: 12_000,
    many: 1,
  },
}

test('a success tells how long it took, to two digits, and in which minute it came', () => {
  assert.deepEqual(outcomeOf(order, null, at), succeeded)
  assert.deepEqual(outcomeOf({ ...order, method: 'STK_PUSH' }, null, at), succeeded)
})

test('of all failures only those that are the network’s own tell anything about it', () => {
  const telling = failureCodes.filter((code) => outcomeOf(order, code, at) !== null)
  assert.deepEqual(telling, ['refused'])
  assert.deepEqual(outcomeOf(order, 'refused', at), { ...succeeded, succeeded: false, took_ms: 0 })
  assert.deepEqual(Object.keys(faults).sort(), [...failureCodes].sort())
})

test('what goes through no network, or nobody knows which, and what is played in the sandbox tells nothing', () => {
  const others: Partial<PushOrder>[] = [
    { environment: 'sandbox' },
    { method: 'DYNAMIC_QR' },
    { method: 'PROVIDER_PESA_PUSH' },
    { method: null },
    { customer_phone: null },
    { customer_phone: '255663000000' },
    { customer_phone: '254712345678' },
  ]
  assert.deepEqual(
    others.map((other) => outcomeOf({ ...order, ...other }, null, at)),
    others.map(() => null),
  )
})

test('a clock that was set back, or a success after days, breaks nothing', () => {
  const took = (ms: number) =>
    outcomeOf({ ...order, created_at: new Date(at.getTime() - ms) }, null, at)?.took_ms
  assert.deepEqual([took(-5), took(0), took(90 * 24 * 3_600_000)], [0, 0, 86_000_000])
})
