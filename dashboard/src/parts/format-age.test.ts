import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAge } from './format-age.ts'
import { partWords } from './part-words.ts'

test('an age is told as closely as matters', () => {
  const minute = 60_000
  for (const [ms, told] of [
    [0, 'just now'],
    [59 * minute, '59 min'],
    [60 * minute, '1 h'],
    [192 * minute, '3 h 12 min'],
    [47 * 60 * minute, '47 h'],
    [48 * 60 * minute, '2 days'],
  ] as const)
    assert.equal(formatAge(ms, partWords.en), told)
  assert.equal(formatAge(192 * minute, partWords.sw), 'saa 3 dk 12')
})
