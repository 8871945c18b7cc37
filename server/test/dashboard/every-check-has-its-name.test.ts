import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkNamesInSwahili } from '../../../dashboard/src/screens/books/check-names.ts'
import { checks } from '../../src/books/check-books.ts'

test('every check of the books has a name in Swahili, and no other has', () => {
  assert.deepEqual(Object.keys(checkNamesInSwahili).sort(), checks.map(({ check }) => check).sort())
})
