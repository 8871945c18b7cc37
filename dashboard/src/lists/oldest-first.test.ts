import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from '@malipo/sdk'
import { oldestFirst, pageBefore } from './oldest-first.ts'

const pageOf = (page: number, ...ids: string[]): Page<{ id: string }> => ({
  items: ids.map((id) => ({ id })),
  ...{ page, page_size: 2, total: 4, next_cursor: null },
})

test('pages that were read from the end are one list, oldest first, each row once', () => {
  const rows = oldestFirst([pageOf(2, 'b', 'a'), pageOf(1, 'd', 'c', 'b')])
  assert.deepEqual(
    rows.map(({ id }) => id),
    ['a', 'b', 'c', 'd'],
  )
})

test('the walk ends with the first page', () => {
  assert.equal(pageBefore(pageOf(3)), 2)
  assert.equal(pageBefore(pageOf(1)), undefined)
})
