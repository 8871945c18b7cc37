import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Position } from '../keeping/listener.ts'
import { afterTelling, isTold } from './told-so-far.ts'

const startMs = Date.parse('2026-11-15T12:00:00Z')
const idAt = (ms: number, last = '1') => {
  const time = (startMs + ms).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-00000000000${last}`
}
const fresh: Position = { last_event_id: null, since: '2026-11-15T12:00:00Z', recent: [] }
const tellAll = (ids: string[]) => ids.reduce(afterTelling, fresh)

test('what was told is known, and an event that was stored late leaves the place where it is', () => {
  const position = tellAll([idAt(0), idAt(20_000), idAt(10_000)])
  assert.deepEqual([position.last_event_id, position.since], [idAt(20_000), null])
  for (const ms of [0, 10_000, 20_000]) assert.ok(isTold(position, idAt(ms)))
  assert.ok(!isTold(position, idAt(15_000)))
})

test('what the stream goes back to is remembered, and what is older is forgotten', () => {
  const position = tellAll([idAt(0), idAt(40_000), idAt(90_000)])
  assert.deepEqual(position.recent, [idAt(40_000), idAt(90_000)])
})

test('what is remembered has an end', () => {
  const ids = Array.from({ length: 1_200 }, (_, place) => idAt(place))
  assert.equal(tellAll(ids).recent.length, 1_000)
})
