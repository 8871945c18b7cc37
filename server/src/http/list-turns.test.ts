import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../test/test-clusters.ts'
import { createTurns, turnLimitsFor } from './list-turns.ts'

const limits = { atOnce: 4, perCaller: 2, mostWaiting: 3, waitMs: 60_000 }

const running: { caller: string; end(): void }[] = []
// A turn begins in a later turn of the loop.
const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

// Whoever still waits has a turn at last, so that no timer outlives its test.
afterEach(async () => {
  while (running.length > 0) {
    running[0]?.end()
    await settled()
  }
})

/** Lists that end when they are told to. */
function stage(given: Partial<typeof limits> = {}) {
  const turns = createTurns({ ...limits, ...given })
  const ask = (caller: string) =>
    turns(caller, () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const entry = {
        caller,
        end() {
          running.splice(running.indexOf(entry), 1)
          resolve()
        },
      }
      running.push(entry)
      return promise
    })
  return {
    ask,
    callers: () => running.map(({ caller }) => caller),
    async end(caller: string) {
      running.find((entry) => entry.caller === caller)?.end()
      await settled()
    },
  }
}

test('one caller has a share of the places, and the others find theirs free', async () => {
  const { ask, callers } = stage()
  for (const caller of ['greedy', 'greedy', 'greedy', 'greedy', 'modest']) void ask(caller)
  assert.deepEqual(callers(), ['greedy', 'greedy', 'modest'])
})

test('a free place goes to whoever waited longest for a turn, not to the longest queue', async () => {
  const { ask, callers, end } = stage({ atOnce: 2, perCaller: 2 })
  for (const caller of ['a', 'a', 'a', 'a', 'a', 'b', 'c']) void ask(caller)
  assert.deepEqual(callers(), ['a', 'a'])
  await end('a')
  assert.deepEqual(callers(), ['a', 'a'])
  await end('a')
  assert.deepEqual(callers(), ['a', 'b'])
  await end('a')
  assert.deepEqual(callers(), ['b', 'c'])
  await end('b')
  assert.deepEqual(callers(), ['c', 'a'])
})

test('a queue has an end: beyond it a caller is told to slow down at once', async () => {
  const { ask, callers } = stage()
  for (let count = 0; count < limits.perCaller + limits.mostWaiting; count += 1) void ask('greedy')
  await assert.rejects(ask('greedy'), {
    code: 'rate_limited',
    details: { limit: 2, per: 'moment', retry_after_seconds: 1 },
  })
  void ask('modest')
  assert.deepEqual(callers(), ['greedy', 'greedy', 'modest'])
})

test('waiting has an end: for one’s own lists it is too many, for those of others we are busy', async () => {
  const own = stage({ waitMs: 5 })
  for (let count = 0; count < limits.perCaller; count += 1) void own.ask('greedy')
  await assert.rejects(own.ask('greedy'), { code: 'rate_limited' })
  await own.end('greedy')
  await own.end('greedy')
  const others = stage({ waitMs: 5 })
  for (const caller of ['a', 'a', 'b', 'b']) void others.ask(caller)
  await assert.rejects(others.ask('modest'), { code: 'unavailable' })
  // Who gave up is not begun later, and left nothing behind.
  await others.end('a')
  assert.deepEqual(others.callers(), ['a', 'b', 'b'])
})

test('while nobody at all is answered, nobody is told that they ask for too much: they wait on, and are read', async () => {
  let isStill = true
  let looks = 0
  const standsStill = async () => {
    looks += 1
    return isStill
  }
  const turns = createTurns({ ...limits, atOnce: 1, perCaller: 1, waitMs: 5 }, { standsStill })
  const release = Promise.withResolvers<void>()
  const first = turns('a', () => release.promise)
  const second = turns('a', async () => 'read')
  await until(() => looks >= 2)
  release.resolve()
  await first
  assert.equal(await second, 'read')

  const other = Promise.withResolvers<void>()
  const third = turns('a', () => other.promise)
  isStill = false
  await assert.rejects(
    turns('a', async () => 'read'),
    { code: 'rate_limited' },
  )
  other.resolve()
  await third
})

test('a list that fails gives its place back', async () => {
  const turns = createTurns({ ...limits, atOnce: 1, perCaller: 1 })
  await assert.rejects(
    turns('a', () => Promise.reject(new Error('broken'))),
    /broken/,
  )
  assert.equal(await turns('a', async () => 'read'), 'read')
})

test('whoever gets a turn at the moment at which the waiting would end has it, and gives it back', async () => {
  const turns = createTurns({ ...limits, atOnce: 1, perCaller: 1, waitMs: 20 })
  // Both timers are due at once, the one that frees the place first.
  const first = turns('a', () => sleep(20))
  const second = turns('a', async () => 'had a turn')
  await first
  assert.equal(await second, 'had a turn')
  assert.equal(await turns('a', async () => 'the next one'), 'the next one')
})

test('nobody has all places, unless there is only one', () => {
  assert.deepEqual(
    [1, 2, 4, 9].map((connections) => turnLimitsFor(connections).perCaller),
    [1, 1, 1, 2],
  )
})
