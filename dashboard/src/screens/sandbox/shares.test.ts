import assert from 'node:assert/strict'
import { test } from 'node:test'
import { percentOf, shareOf } from './shares.ts'

test('shares are told in percent, and come back as they were', () => {
  for (const share of [0, 0.07, 0.29, 0.5, 0.0001, 1]) assert.equal(shareOf(percentOf(share)), share)
  assert.equal(percentOf(0.29), '29')
  assert.equal(shareOf('12,5'), 0.125)
  assert.ok(Number.isNaN(shareOf('a few')))
})
