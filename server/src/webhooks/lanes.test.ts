import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Attempted } from '../courier/courier.ts'
import { createLane, isHalfEmpty, isSlow, type Lane, learn, roomAtFirst, roomOf, roomsOf } from './lanes.ts'

function answer(durationMs: number, result: Attempted['result'] = 'delivered'): Attempted {
  return { result, status: 200, error: null, responseBody: null, retryAfterMs: null, durationMs }
}

function taught(lane: Lane, times: number, attempted: Attempted): Lane {
  for (let time = 0; time < times; time += 1) learn(lane, attempted)
  return lane
}

test('an endpoint that nobody knows yet is given a few, and no more until one of them is answered', () => {
  const lane = createLane('new')
  assert.equal(roomOf(lane), roomAtFirst)
  lane.held = roomAtFirst
  assert.equal(roomOf(lane), 0)
  assert.deepEqual(roomsOf([lane], false), [{ endpointId: 'new', held: roomAtFirst, room: 0 }])
})

test('a quick endpoint is soon sent twenty at once, and never more', () => {
  const lane = taught(createLane('quick'), 15, answer(5))
  assert.equal(lane.breadth, 19)
  assert.equal(taught(lane, 1_000, answer(5)).breadth, 20)
})

test('a lane holds about half a second of work, and never more than a worker sends within its lease', () => {
  const quick = taught(createLane('quick'), 100, answer(10))
  assert.ok(roomOf(quick) > 20 * 40 && roomOf(quick) <= 20 * 50, String(roomOf(quick)))
  const instant = taught(createLane('instant'), 100, answer(0))
  assert.equal(roomOf(instant), 20 * 64)
  const steady = taught(createLane('steady'), 100, answer(1_000))
  assert.equal(roomOf(steady), 20, 'what takes longer than that is held only while it is being sent')
})

test('one that hangs is sent less and less, and in the end one at a time', () => {
  const lane = taught(createLane('hangs'), 30, answer(5))
  assert.equal(lane.breadth, 20)
  const breadths = [1, 2, 3, 4, 5, 6].map(() => taught(lane, 1, answer(15_000, 'timeout')).breadth)
  assert.deepEqual(breadths, [10, 5, 2, 1, 1, 1])
  assert.equal(roomOf(lane), 1)
  assert.ok(isSlow(lane))
})

test('one that cannot be reached is sent less, however quickly that is known', () => {
  assert.equal(taught(createLane('closed'), 2, answer(1, 'unreachable')).breadth, 1)
})

test('a quick refusal changes nothing: it costs nobody anything, and says nothing of what it can take', () => {
  const lane = taught(createLane('refuses'), 10, answer(5, 'refused'))
  assert.equal(lane.breadth, 4)
  assert.ok(!isSlow(lane))
})

test('one that is slow and accepts all the same is sent one at a time', () => {
  const lane = taught(createLane('slow'), 20, answer(3_000))
  assert.equal(lane.breadth, 1)
  assert.ok(isSlow(lane))
})

test('one that has recovered has its room back after a while', () => {
  const lane = taught(createLane('recovers'), 10, answer(15_000, 'timeout'))
  taught(lane, 40, answer(5))
  assert.equal(lane.breadth, 20)
  assert.ok(!isSlow(lane))
})

test('when the slow ones fill their share, none of them gets more and the others go on', () => {
  const slow = taught(createLane('slow'), 20, answer(3_000))
  const quick = taught(createLane('quick'), 20, answer(5))
  const room = (isFull: boolean) => roomsOf([slow, quick], isFull).map((lane) => lane.room > 0)
  assert.deepEqual(room(false), [true, true])
  assert.deepEqual(room(true), [false, true])
})

test('a lane that holds more than its room, because it has shrunk, asks for nothing', () => {
  const lane = taught(createLane('shrunk'), 30, answer(5))
  lane.held = 500
  taught(lane, 5, answer(15_000, 'timeout'))
  assert.equal(roomsOf([lane], false)[0]?.room, 0)
  assert.ok(!isHalfEmpty(lane))
})
