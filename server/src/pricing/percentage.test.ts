import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { partsFromPercentage, percentageFromParts } from './percentage.ts'

test('a percentage is stored in parts of a million, digit by digit', () => {
  const told: [string, number][] = [
    ['1.5', 15_000],
    ['1.50', 15_000],
    ['0', 0],
    ['0.0001', 1],
    ['0.07', 700],
    ['2', 20_000],
    ['02', 20_000],
    ['99.9999', 999_999],
    ['100', 1_000_000],
    ['100.0000', 1_000_000],
  ]
  for (const [text, parts] of told) assert.equal(partsFromPercentage(text), parts, text)
})

test('a percentage is shown as short as it goes, with one digit after the point', () => {
  const shown = [0, 1, 700, 10_000, 15_000, 12_345, 1_000_000].map(percentageFromParts)
  assert.deepEqual(shown, ['0.0', '0.0001', '0.07', '1.0', '1.5', '1.2345', '100.0'])
})

test('whatever is stored reads back as itself', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), (parts) => {
      assert.equal(partsFromPercentage(percentageFromParts(parts)), parts)
    }),
    { numRuns: 1_000 },
  )
})
