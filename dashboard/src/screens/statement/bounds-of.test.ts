import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundsOf } from './bounds-of.ts'

test('a statement opens with what was there before its oldest row, and closes with its newest', () => {
  const paid = { direction: 'credit', amount: '1500.00', balance_after: '1600.50' } as const
  const fee = { direction: 'debit', amount: '15.25', balance_after: '1585.25' } as const
  assert.deepEqual(boundsOf([fee, paid]), { opening: '100.50', closing: '1585.25' })
  assert.deepEqual(boundsOf([fee]), { opening: '1600.50', closing: '1585.25' })
  assert.equal(boundsOf([]), null)
})
