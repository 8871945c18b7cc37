import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Attempted } from '../courier/courier.ts'
import { createLane, isHalfEmpty, type Lane, learn, roomFor } from './lanes.ts'

function answer(durationMs: number, result: Attempted['result'] = 'delivered'): Attempted {
  return { result, status: 200, error: null, responseBody: null, retryAfterMs: null, durationMs }
}

function taught(lane: Lane, times: number, attempted: Attempted): Lane {
  for (let time = 0; time < times; time += 1) learn(lane, attempted)
  return lane
}

/** At this moment of the worker's own clock; calls that are out went out then. */
const now = 60_000

const roomOf = (lane: Lane) => roomFor([lane], now).rooms[0]?.room

/** A lane that has so many calls out, since when it has said nothing. */
function calling(lane: Lane, calls: number, silentForMs: number): Lane {
  return Object.assign(lane, { sending: calls, held: calls, silentSince: now - silentForMs })
}

const many = (count: number, make: (name: string) => Lane) =>
  Array.from({ length: count }, (_, at) => make(`lane ${at}`))

test('an endpoint that nobody knows yet is given a few, and no more until one of them is answered', () => {
  const lane = createLane('new')
  assert.equal(roomOf(lane), 2)
  assert.equal(roomFor([], now).ofOthers, 2)
  lane.held = 2
  assert.deepEqual(roomFor([lane], now).rooms, [{ endpointId: 'new', held: 2, room: 0 }])
})

test('a quick endpoint is soon sent twenty at once, and never more', () => {
  const lane = taught(createLane('quick'), 15, answer(5))
  assert.equal(lane.breadth, 17)
  assert.equal(taught(lane, 1_000, answer(5)).breadth, 20)
})

test('a lane holds about half a second of work, and never more than a worker sends within its lease', () => {
  const quick = roomOf(taught(createLane('quick'), 100, answer(10))) ?? 0
  assert.ok(quick > 20 * 40 && quick <= 20 * 50, String(quick))
  assert.equal(roomOf(taught(createLane('instant'), 100, answer(0))), 20 * 64)
  const steady = taught(createLane('steady'), 100, answer(1_000))
  assert.equal(roomOf(steady), 20, 'what takes longer than that is held only while it is being sent')
})

test('one that hangs is sent less and less, and in the end one at a time', () => {
  const lane = taught(createLane('hangs'), 30, answer(5))
  assert.equal(lane.breadth, 20)
  const breadths = [1, 2, 3, 4, 5, 6].map(() => taught(lane, 1, answer(15_000, 'timeout')).breadth)
  assert.deepEqual(breadths, [10, 5, 2, 1, 1, 1])
  assert.equal(roomOf(lane), 1)
})

test('one that cannot be reached is sent less, however quickly that is known', () => {
  assert.equal(taught(createLane('closed'), 2, answer(1, 'unreachable')).breadth, 1)
})

test('a quick refusal changes nothing: it costs nobody anything, and says nothing of what it can take', () => {
  assert.equal(taught(createLane('refuses'), 10, answer(5, 'refused')).breadth, 2)
})

test('one that takes its time and accepts is sent many at once, or it would never be done', () => {
  assert.equal(taught(createLane('slow'), 30, answer(3_000)).breadth, 20)
})

test('one that has recovered has its room back after a while', () => {
  const lane = taught(createLane('recovers'), 10, answer(15_000, 'timeout'))
  assert.equal(taught(lane, 40, answer(5)).breadth, 20)
})

test('however many endpoints are slow, those that answer have as much room as ever', () => {
  const slow = many(200, (name) => calling(taught(createLane(name), 30, answer(3_000)), 20, 0))
  const quick = taught(createLane('quick'), 30, answer(5))
  const { rooms, ofOthers, most } = roomFor([...slow, quick], now)
  assert.equal(rooms.at(-1)?.room, roomOf(quick))
  assert.equal(ofOthers, 2)
  assert.ok(most >= 2_000)
})

test('an endpoint that says nothing counts as slow before its first call is over', () => {
  const silentFor = (ms: number) =>
    roomFor(
      many(1_000, (name) => calling(createLane(name), 2, ms)),
      now,
    )
  assert.equal(silentFor(900).ofOthers, 0, 'as long as they may still answer they have the room')
  assert.equal(silentFor(1_100).ofOthers, 2)
})

test('slow endpoints together are given no more than their share', () => {
  const slow = many(150, (name) => calling(taught(createLane(name), 30, answer(3_000)), 10, 0))
  const given = roomFor(slow, now).rooms.reduce((sum, { room }) => sum + room, 0)
  assert.equal(given, 500)
})

test('a lane that holds more than its room, because it has shrunk, asks for nothing', () => {
  const lane = taught(createLane('shrunk'), 30, answer(5))
  lane.held = 500
  taught(lane, 5, answer(15_000, 'timeout'))
  assert.equal(roomOf(lane), 0)
  assert.ok(!isHalfEmpty(lane))
})
