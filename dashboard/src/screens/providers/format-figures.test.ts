import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatSeconds, formatShare } from './format-figures.ts'

test('a share is never rounded up to all of them', () => {
  assert.deepEqual([1, 0.9999, 0.975, 0, null].map(formatShare), [
    '100\u00a0%',
    '99.9\u00a0%',
    '97.5\u00a0%',
    '0\u00a0%',
    '–',
  ])
})

test('lengths are told in seconds, with tenths where they matter', () => {
  assert.deepEqual([850, 12_300, null].map(formatSeconds), ['0.8\u00a0s', '12\u00a0s', '–'])
})
