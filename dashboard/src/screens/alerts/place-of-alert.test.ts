import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeOfAlert } from './place-of-alert.ts'

test('an alert leads to where something is done about it', () => {
  const merchant_id = null
  assert.equal(placeOfAlert({ kind: 'books_red', subject: 'a check', merchant_id }), '/books')
  assert.equal(placeOfAlert({ kind: 'float_low', subject: 'a b', merchant_id }), '/providers/a%20b')
  assert.equal(placeOfAlert({ kind: 'withdrawals_waiting', subject: 'live', merchant_id }), '')
  const documents = { kind: 'documents_uploaded', subject: 'x', merchant_id: 'one' } as const
  assert.equal(placeOfAlert(documents), '/merchants/one')
})
