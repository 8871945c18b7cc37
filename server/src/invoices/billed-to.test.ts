import assert from 'node:assert/strict'
import { test } from 'node:test'
import { billedTo } from './billed-to.ts'

test('who was billed stands with the number, and whoever was erased is said to be in each language', () => {
  const known = { customer_name: 'Asha\nJuma', customer_phone: '255712345678' }
  assert.equal(billedTo(known, 'sw'), 'Asha Juma, 0712\u00a0345\u00a0678')
  const gone = { customer_name: 'Erased', customer_phone: 'erased' }
  assert.deepEqual([billedTo(gone, 'en'), billedTo(gone, 'sw')], ['Erased', 'Imefutwa'])
})
