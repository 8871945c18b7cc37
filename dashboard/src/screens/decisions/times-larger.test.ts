import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timesLarger } from './times-larger.ts'

test('an amount is told as a multiple, and never as a larger one than it is', () => {
  assert.equal(timesLarger('4500000.00', '1320000.00'), '3.4')
  assert.equal(timesLarger('3.00', '1.00'), '3.0')
  assert.equal(timesLarger('2.99', '1.00'), '2.9')
})
