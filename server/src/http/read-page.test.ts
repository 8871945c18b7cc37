import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { type ListQuery, readPage } from './read-page.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

const ids = [1, 2, 3, 4, 5].map((n) => `01900000-0000-7000-8000-00000000000${n}`)

/** The numbers that the ids end with. */
function read(query: ListQuery, total?: () => Promise<number>) {
  const rows = database.sql`select id from unnest(${ids}::uuid[]) as given (id)`
  const show = ({ id }: { id: string }) => Number(id.slice(-1))
  return readPage(database.sql, query, { rows, show, total })
}

/** Written out, because cursors of this spelling have been handed out. */
const afterFour = 'AZAAAAAAcACAAAAAAAAABA'

test('a page is numbered, newest first, and knows the total and the way on', async () => {
  assert.deepEqual(await read({ page_size: 2 }), {
    items: [5, 4],
    page: 1,
    page_size: 2,
    total: 5,
    next_cursor: afterFour,
  })
  assert.deepEqual(await read({ page: 3, page_size: 2 }), {
    items: [1],
    page: 3,
    page_size: 2,
    total: 5,
    next_cursor: null,
  })
  assert.deepEqual((await read({})).page_size, 25)
})

test('a cursor goes on where the page ended, and counts nothing', async () => {
  const count = () => assert.fail('it was counted')
  const { items, page, total } = await read({ cursor: afterFour, page_size: 2 }, count)
  assert.deepEqual({ items, page, total }, { items: [3, 2], page: null, total: null })
})

test('a total that is known is not counted', async () => {
  assert.equal((await read({}, async () => 1_000_000)).total, 1_000_000)
})

test('a cursor that is not ours, or that comes with a page, is refused', async () => {
  const refusal = (problem: string) => ({ code: 'validation_error', details: [{ field: 'cursor', problem }] })
  for (const cursor of ['', 'x', `${afterFour}=`, `${afterFour}AA`]) {
    await assert.rejects(read({ cursor }), refusal('must be the next_cursor of an earlier answer'))
  }
  const both = refusal('cannot be combined with page; send one of them')
  await assert.rejects(read({ cursor: afterFour, page: 1 }), both)
})
