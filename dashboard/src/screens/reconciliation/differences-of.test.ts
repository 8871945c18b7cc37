import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differencesOf } from './differences-of.ts'

test('what nobody can tell yet and what was settled are no differences', () => {
  const none = { lines: 9, matched: 3, still_open: 4, settled: 2 }
  const zero = { missing_there: 0, missing_here: 0, different_amount: 0, different_state: 0 }
  assert.equal(differencesOf({ ...none, ...zero }), 0)
  const some = { missing_there: 1, missing_here: 2, different_amount: 4, different_state: 8 }
  assert.equal(differencesOf({ ...none, ...some }), 15)
})
