import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTiers, writeTiers } from './tiers.ts'

test('steps are read as people type them, and written as they are read', () => {
  const tiers = [
    { up_to: '10000', charge: '300' },
    { up_to: null, charge: '1000.50' },
  ]
  assert.deepEqual(readTiers(' 10,000 = 300\n\n*: 1,000.50 '), tiers)
  assert.deepEqual(readTiers(writeTiers(tiers)), tiers)
  assert.deepEqual(readTiers(writeTiers(null)), [])
})

test('a line that is no step is not guessed at', () => {
  for (const wrong of ['10000', 'ten: 300', '10000: -3', ': 300', '10,50: 3', '10000: 2,5'])
    assert.equal(readTiers(wrong), undefined)
})
