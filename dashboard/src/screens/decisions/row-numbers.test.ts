import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNumbers, tellNumbers } from './row-numbers.ts'

test('numbers are read as people write them, rising and each once', () => {
  assert.deepEqual(readNumbers('', 10), [])
  assert.deepEqual(readNumbers('7, 3;3 5-6', 10), [3, 5, 6, 7])
  assert.deepEqual(readNumbers('1–3', 10), [1, 2, 3])
})

test('what is no row of the batch is not read', () => {
  for (const wrong of ['0', '11', '3-', 'all', '5-3', '-1', '1.5', '99999']) {
    assert.equal(readNumbers(wrong, 10), null, wrong)
  }
})

test('neighbours are told together, and read back as they were', () => {
  assert.equal(tellNumbers([1, 2, 3, 7, 9, 10]), '1-3, 7, 9-10')
  assert.deepEqual(readNumbers(tellNumbers([1, 2, 3, 7, 9, 10]), 10), [1, 2, 3, 7, 9, 10])
})
