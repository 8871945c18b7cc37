import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listOf } from './list.ts'

const page = (items: string[], rest: object) =>
  ({ items, page: 1, page_size: 1, total: null, ...rest }) as never

test('a walk ends where no cursor leads on, and where one leads back to itself', async () => {
  for (const rest of [{ next_cursor: null }, {}, { next_cursor: '' }, { next_cursor: 'same' }]) {
    let reads = 0
    const list = listOf<string>(async () => {
      reads += 1
      assert.ok(reads < 5, 'it goes round')
      return page(['one'], rest)
    })
    assert.ok((await Array.fromAsync(list)).length <= 2)
  }
})
