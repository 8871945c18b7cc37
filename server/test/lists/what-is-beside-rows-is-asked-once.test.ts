import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Connected } from '../../src/database/connect-database.ts'
import type { Database, Fragment } from '../../src/database/database.ts'
import { sqlTag } from '../../src/database/sql-tag.ts'
import { readPage } from '../../src/http/http.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

test('what is shown beside rows is asked of a page alone, however many ranges it comes from', async () => {
  const { run } = database.sql as Connected
  const asked: string[] = []
  const told = sqlTag((query) => {
    asked.push(query.text)
    return run(query)
  }) as Database
  const ids = [1, 2, 3, 4, 5].map((n) => `01900000-0000-7000-8000-00000000000${n}`)
  const list = {
    rows: ids.map((id) => told`select ${id}::uuid as id`),
    beside: (rows: Fragment) => told`select one.*, right(one.id::text, 1) as last_letter from ${rows} as one`,
    show: ({ last_letter: letter }: { id: string; last_letter: string }) => letter,
  }
  const { items, total } = await readPage(told, { page_size: 2 }, list)
  assert.deepEqual([items, total], [['5', '4'], 5])
  const times = asked.map((text) => text.split('last_letter').length - 1)
  assert.deepEqual(times, [1, 0], 'the page, and how many there are')
})
