import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followRequests, type Row } from './follow-requests.ts'

const startMs = Date.parse('2026-11-15T12:00:00Z')
const row = (seconds: number, request_id = `r${seconds}`): Row => ({
  request_id,
  at: new Date(startMs + seconds * 1_000).toISOString(),
  method: 'GET',
  path: '/v1/merchant/balance',
  status: 200,
})

function logOf(rows: Row[]) {
  const newestFirst = () => rows.toSorted((one, other) => (one.at > other.at ? -1 : 1))
  return followRequests({
    latest: async (count) => newestFirst().slice(0, count),
    since: async (from) => newestFirst().filter(({ at }) => from === undefined || at >= from),
  })
}
const ids = (rows: Row[]) => rows.map(({ request_id }) => request_id)

test('it begins with the last ones, oldest first, and never shows what is older', async () => {
  const rows = [1, 2, 3, 4].map((seconds) => row(seconds))
  const log = logOf(rows)
  assert.deepEqual(ids(await log.begin(2)), ['r3', 'r4'])
  assert.deepEqual(ids(await log.next()), [])
})

test('what is written late is shown too, and each row once, also when its id repeats', async () => {
  const rows = [row(10)]
  const log = logOf(rows)
  await log.begin(20)
  rows.push(row(40), row(35))
  assert.deepEqual(ids(await log.next()), ['r35', 'r40'])
  rows.push(row(20), row(41, 'r40'))
  assert.deepEqual(ids(await log.next()), ['r20', 'r40'])
  assert.deepEqual(ids(await log.next()), [])
  rows.push(row(500))
  assert.deepEqual(ids(await log.next()), ['r500'])
  assert.deepEqual(ids(await log.next()), [])
})

test('an empty log is followed from its first row on', async () => {
  const rows: Row[] = []
  const log = logOf(rows)
  assert.deepEqual(await log.begin(20), [])
  rows.push(row(1), row(2))
  assert.deepEqual(ids(await log.next()), ['r1', 'r2'])
})
