import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countsOf, rowsEnded } from './rows-ended.ts'

test('rows that nobody waits for have ended, and those whose end is unknown have not', () => {
  assert.equal(rowsEnded({}), 0)
  assert.equal(rowsEnded({ SUCCESS: 3, FAILED: 2, REJECTED: 1, REVERSED: 1 }), 7)
  assert.equal(rowsEnded({ PROCESSING: 3, NEEDS_RECONCILIATION: 2, BLOCKED_IP_WHITELIST: 1 }), 0)
})

test('every state that has a row is told once, what was paid first', () => {
  assert.deepEqual(countsOf({ PROCESSING: 4, REJECTED: 0, FAILED: 1, SUCCESS: 2 }), [
    { status: 'SUCCESS', count: 2 },
    { status: 'FAILED', count: 1 },
    { status: 'PROCESSING', count: 4 },
  ])
})
