import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tellCount, together } from './counts.ts'

test('counts add up, keep the oldest, and say where nobody counted further', () => {
  const none = { count: 0, is_more: false, oldest_at: null }
  const few = { count: 2, is_more: false, oldest_at: '2026-11-16T09:00:00.000Z' }
  const many = { count: 100, is_more: true, oldest_at: '2026-11-15T09:00:00.000Z' }
  assert.deepEqual(together([none, few, many]), {
    count: 102,
    is_more: true,
    oldest_at: '2026-11-15T09:00:00.000Z',
  })
  assert.deepEqual(together([none, none]), none)
  assert.equal(tellCount(few), '2')
  assert.equal(tellCount(many), '100+')
})
