import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatNumber } from '../../parts/format.ts'
import { numberPattern, readNumber } from './read-number.ts'

test('a number is read in four parts, and written back without them', () => {
  assert.equal(formatNumber('1048137756190'), '1048\u00a0137\u00a0756\u00a0190')
  assert.equal(readNumber(` ${formatNumber('1048137756190')} `), '1048137756190')
  assert.equal(readNumber('1048-137-756 190'), '1048137756190')
})

test('what is no control number stays as it is', () => {
  assert.equal(formatNumber('991234567890'), '991234567890')
})

test('a field takes thirteen digits, however they are spaced', () => {
  // As browsers hold the pattern of a field against all of it.
  const fits = (typed: string) => new RegExp(`^(?:${numberPattern})$`, 'v').test(typed)
  for (const typed of ['1048137756190', formatNumber('1048137756190'), ' 1048-137-756-190 ']) {
    assert.ok(fits(typed), typed)
  }
  for (const typed of ['104813775619', '10481377561901', '1048137756l90', '']) {
    assert.ok(!fits(typed), typed)
  }
})
