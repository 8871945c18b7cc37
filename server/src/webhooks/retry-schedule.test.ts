import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { nextAttemptAt } from './retry-schedule.ts'

const now = new Date('2026-11-15T00:00:00Z')

/** As it was promised to merchants: 5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 3 h, 6 h, 12 h, 24 h, 24 h. */
const promised = [5, 30, 120, 600, 1800, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 24 * 3600, 24 * 3600]

function waitMs(deliveryId: string, failures: number, retryAfterMs: number | null = null): number {
  const at = nextAttemptAt({ deliveryId, failures, retryAfterMs, now })
  assert.ok(at)
  return at.getTime() - now.getTime()
}

const someIds = Array.from({ length: 2_000 }, () => randomUUID())

test('each failure waits as long as was promised, give or take a fifth', () => {
  for (const [place, seconds] of promised.entries()) {
    for (const id of someIds) {
      const share = waitMs(id, place + 1) / (seconds * 1000)
      assert.ok(share >= 0.8 && share <= 1.2, `failure ${place + 1} of ${id}: ${share}`)
    }
  }
})

test('the twelfth failure is the last, and so is any beyond', () => {
  for (const failures of [12, 13, 1_000]) {
    assert.equal(nextAttemptAt({ deliveryId: randomUUID(), failures, retryAfterMs: 60_000, now }), null)
  }
})

test('deliveries that failed together come back spread over the whole fifth on either side', () => {
  const tenths = new Map<number, number>()
  for (const id of someIds) {
    const tenth = Math.floor(((waitMs(id, 3) / 120_000 - 0.8) / 0.4) * 10)
    tenths.set(tenth, (tenths.get(tenth) ?? 0) + 1)
  }
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const share = (tenths.get(tenth) ?? 0) / someIds.length
    assert.ok(share > 0.05 && share < 0.15, `tenth ${tenth}: ${share}`)
  }
})

test('whoever came back first after one failure is not the first after every failure', () => {
  const spreads = promised.map((seconds, place) => waitMs(someIds[0] ?? '', place + 1) / seconds)
  assert.ok(new Set(spreads.map((spread) => Math.round(spread))).size > 5, String(spreads))
})

test('worked out again it is the same time, so that two who record one failure agree', () => {
  const [id = ''] = someIds
  assert.equal(waitMs(id, 4), waitMs(id, 4))
})

test('a receiver may ask for more time than the list gives, and not for less', () => {
  const [id = ''] = someIds
  assert.equal(waitMs(id, 1, 600_000), 600_000)
  assert.equal(waitMs(id, 4, 1_000), waitMs(id, 4))
})
