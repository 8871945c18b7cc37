import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../primitives/refusal.ts'
import { daysBetween } from './days-between.ts'

/** Past midnight in Dar es Salaam, and not yet in Greenwich. */
const now = new Date('2026-03-01T22:00:00Z')
const edges = (query: { from?: string; to?: string }) => {
  const days = daysBetween(query, now)
  return [days.length, days[0], days.at(-1)]
}

test('thirty days end today, or on the day that is named', () => {
  assert.deepEqual(edges({}), [30, '2026-02-01', '2026-03-02'])
  assert.deepEqual(edges({ to: '2026-01-30' }), [30, '2026-01-01', '2026-01-30'])
  assert.deepEqual(edges({ from: '2026-03-02' }), [1, '2026-03-02', '2026-03-02'])
  assert.deepEqual(edges({ from: '2024-02-28', to: '2024-03-01' }), [3, '2024-02-28', '2024-03-01'])
  assert.deepEqual(edges({ from: '2024-01-01', to: '2024-12-31' }), [366, '2024-01-01', '2024-12-31'])
  assert.deepEqual(edges({ to: '0001-01-03' }), [3, '0001-01-01', '0001-01-03'], 'no calendar has a year 0')
})

test('a period that ends before it begins, or is longer than a year, is refused', () => {
  const problemOf = (query: { from?: string; to?: string }) => {
    try {
      return edges(query)
    } catch (error) {
      assert.ok(error instanceof Refusal && error.code === 'validation_error')
      return (error.details as { problem: string }[])[0]?.problem
    }
  }
  const tooLong = 'must be at most 366 days before the end of to'
  assert.equal(problemOf({ from: '2026-03-03' }), 'must not be after to, which is 2026-03-02')
  assert.equal(problemOf({ from: '2024-01-01', to: '2025-01-01' }), tooLong)
  assert.equal(problemOf({ from: '0001-01-01' }), tooLong)
})
