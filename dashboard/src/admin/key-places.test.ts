import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminSections } from './admin-sections.ts'
import { placeOfKey } from './key-places.ts'

test('digits lead to the queues, and a letter after g to a section', () => {
  assert.equal(placeOfKey('1', undefined), '')
  assert.equal(placeOfKey('3', undefined), 'held')
  assert.equal(placeOfKey('9', undefined), undefined)
  assert.equal(placeOfKey('w', 'g'), 'withdrawals')
  assert.equal(placeOfKey('w', undefined), undefined)
  assert.equal(placeOfKey('3', 'g'), undefined)
})

test('every section has a letter of its own', () => {
  const letters = adminSections.map(({ letter }) => letter)
  assert.deepEqual([...new Set(letters)], letters)
})
