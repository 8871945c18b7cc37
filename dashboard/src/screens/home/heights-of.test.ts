import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatShare, heightsOf } from './heights-of.ts'

test('the highest amount is as high as the picture, and nothing is as high as nothing', () => {
  assert.deepEqual(heightsOf(['0.00', '2500.00', '10000.00']), [0, 0.25, 1])
  assert.deepEqual(heightsOf(['0.00', '0.00']), [0, 0])
  assert.deepEqual(heightsOf(['9007199254740.93', '4503599627370.46']), [1, 0.4999])
})

test('shares are told in whole per cent', () => {
  assert.equal(formatShare(0.8333), '83\u00a0%')
})
