import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { type ListQuery, readPage, readPageInOrder } from './read-page.ts'

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

test('a queue is read from its other end, in pages and with cursors, each row once', async () => {
  const first = await read({ order: 'oldest', page_size: 2 })
  assert.deepEqual([first.items, first.total], [[1, 2], 5])
  const { items, next_cursor } = await read({
    order: 'oldest',
    page_size: 2,
    cursor: first.next_cursor ?? '',
  })
  assert.deepEqual(items, [3, 4])
  assert.deepEqual((await read({ order: 'oldest', page_size: 2, cursor: next_cursor ?? '' })).items, [5])
  assert.deepEqual((await read({ order: 'oldest', page: 2, page_size: 2 })).items, [3, 4])
  assert.deepEqual((await read({ order: 'newest', page_size: 2 })).items, [5, 4])
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

/** As many rows as are wished for, numbered from 1; none of them is stored. */
function readMany(count: number, query: ListQuery) {
  const rows = database.sql`select ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid as id
    from generate_series(1, ${count}::int) as n`
  return readPage(database.sql, query, { rows, show: ({ id }: { id: string }) => Number(id.slice(-12)) })
}

test('ten thousand are counted, and what is more is only told to be more', async () => {
  const { total, total_at_least: least } = await readMany(10_000, {})
  assert.deepEqual([total, least], [10_000, undefined])
  const more = await readMany(10_001, {})
  assert.deepEqual([more.total, more.total_at_least, more.items[0]], [null, 10_000, 10_001])
  assert.notEqual(more.next_cursor, null)
})

test('a page that is not full has counted them, however many they are', async () => {
  const { items, total, total_at_least: least } = await readMany(12_010, { page: 121, page_size: 100 })
  assert.deepEqual([items.length, items[0], total, least], [10, 10, 12_010, undefined])
})

test('pages end at row 100,000, and the refusal names the way further back', async () => {
  const last = await readMany(100_001, { page: 1_000, page_size: 100 })
  assert.deepEqual([last.items[0], last.items.length], [101, 100])
  const problem =
    'goes beyond row 100,000, where pages end: use cursor, the next_cursor of an earlier answer, to go on'
  const refused = { code: 'validation_error', details: [{ field: 'page', problem }] }
  await assert.rejects(readMany(1, { page: 1_001, page_size: 100 }), refused)
  await assert.rejects(readMany(1, { page: 4_001 }), refused)
  const beyond = await readMany(100_001, { cursor: last.next_cursor ?? '', page_size: 100 })
  assert.deepEqual([beyond.items[0], beyond.items.length, beyond.total], [1, 1, null])
})

test('rows that are numbered without gaps are found by their number, at any depth', async () => {
  // The three million before them are not even there: nobody walks over them.
  const list = {
    rows: database.sql`select seq from generate_series(1::bigint, 30) as seq`,
    show: ({ seq }: { seq: bigint }) => Number(seq),
    total: async () => 3_000_000,
  }
  const order = {
    column: database.sql`seq`,
    cursorAt: ({ seq }: { seq: bigint }) => String(seq),
    placeIn: BigInt,
    isGapless: true,
  }
  const read = (page: number) => readPageInOrder(database.sql, { page, page_size: 20 }, list, order)
  const [end, beyond] = [await read(150_000), await read(150_001)]
  assert.deepEqual([end.items[0], end.items.length, end.total, end.next_cursor], [20, 20, 3_000_000, null])
  assert.deepEqual([beyond.items, beyond.next_cursor], [[], null])
})
