import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aboutOf, placeOfDiscrepancy } from './place-of-discrepancy.ts'

const bare = { id: 'd', kind: 'unknown_reference', collection_id: null, withdrawal_id: null } as const

test('the address of a discrepancy says what it is found by', () => {
  assert.equal(placeOfDiscrepancy({ ...bare, collection_id: 'c' }), 'discrepancies/payment/c/d')
  assert.equal(placeOfDiscrepancy({ ...bare, withdrawal_id: 'w' }), 'discrepancies/withdrawal/w/d')
  assert.equal(placeOfDiscrepancy(bare), 'discrepancies/kind/unknown_reference/d')
  assert.deepEqual(aboutOf('payment', 'c'), { collection_id: 'c' })
  assert.deepEqual(aboutOf('withdrawal', 'w'), { withdrawal_id: 'w' })
  assert.deepEqual(aboutOf('kind', 'unknown_reference'), { kind: 'unknown_reference' })
})
