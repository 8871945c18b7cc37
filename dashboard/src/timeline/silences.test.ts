import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatLength, silenceSince, silencesBefore } from './silences.ts'

const at = (second: number) => ({ at: new Date(second * 1000).toISOString() })

test('silence is told where somebody waited, and not where one thing followed another', () => {
  const told = silencesBefore([at(0), at(1), at(43), at(47.9), at(52.9)])
  assert.deepEqual(
    told.map((one) => one?.ms),
    [undefined, undefined, 42_000, undefined, 5_000],
  )
})

test('what is open may be silent now', () => {
  assert.equal(silenceSince([at(10)], 12_000), undefined)
  assert.equal(silenceSince([at(10)], 70_000)?.ms, 60_000)
  assert.equal(silenceSince([], 70_000), undefined)
})

test('lengths are told in two units at most', () => {
  const plain = (ms: number) => formatLength(ms, 'en').replaceAll('\u00a0', ' ')
  assert.deepEqual([400, 42_000, 60_000, 192_400, 3_600_000, 7_500_000, 356_400_000].map(plain), [
    '0 s',
    '42 s',
    '1 min',
    '3 min 12 s',
    '1 h',
    '2 h 5 min',
    '4 d 3 h',
  ])
  assert.equal(formatLength(7_500_000, 'sw'), 'saa\u00a02 dk\u00a05')
})
