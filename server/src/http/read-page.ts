import {
  countRanges,
  type Database,
  type Fragment,
  mergeRanges,
  type Range,
  type Transaction,
} from '../database/database.ts'
import { lowestIdAt } from '../primitives/id.ts'
import { beginningOf, endOf } from '../primitives/instant.ts'
import { invalid } from '../primitives/refusal.ts'

const defaultPageSize = 25
const mostPageSize = 100

/** Pages cost more the further back they are, so they end here; whoever wants what is behind walks with a cursor. */
export const lastRow = 100_000

/** Counting costs as much as reading, and nobody reads the difference between many and very many. */
const mostCounted = 10_000

export type ListQuery = { page?: number; page_size?: number; cursor?: string; order?: 'newest' | 'oldest' }
export type ListReply<Item> = {
  items: Item[]
  page: number | null
  page_size: number
  next_cursor: string | null
} & Total

/** How many there are; when they are too many to be counted, how many there are at least. */
type Total = { total: number | null; total_at_least?: number }

/** What differs from list to list. */
export type List<Row, Item> = {
  /**
   * The whole list as a query, in no order and without an end: `select … from … where …`. Or as several that are the list
   * together and share no row, where each is one range of an index and all of them are none.
   */
  rows: Fragment | readonly Range[]
  /** With what is shown beside its rows, each of which stays one: `select … from ${rows} as …`. In `rows` it would be planned once for each range. */
  beside?: (rows: Fragment) => Fragment
  show: (row: Row) => Item
  /** Where the number of rows is known without counting them. */
  total?: (() => Promise<number>) | undefined
}

/** What a list is ordered by, newest first unless it is rising, and how its cursors are spelt. Null is for a cursor that is not ours. */
export type ListOrder<Row> = {
  column: Fragment
  isRising?: boolean
  cursorAt: (row: Row) => string
  placeIn: (cursor: string) => string | bigint | Fragment | null
  /** The column counts the rows of a list that knows its total, from 1 and without gaps: a page of any depth is then as near as the first. */
  isGapless?: boolean
}

/** One page of a list whose rows have ids: ids sort by time, so that a page of any depth is read from an index. */
export function readPage<Row extends { id: string }, Item>(
  sql: Database,
  query: ListQuery,
  list: List<Row, Item>,
): Promise<ListReply<Item>> {
  const isRising = query.order === 'oldest'
  const order = {
    column: sql`id`,
    isRising,
    cursorAt: ({ id }: Row) => cursorFromId(id),
    placeIn: idFromCursor,
  }
  return readPageInOrder(sql, query, list, order)
}

/** A list in the order of a book: its rows are numbered, and without a filter so that each page is as near as the first. */
export type NumberedList<Row, Item> = List<Row, Item> & {
  /** The number of a row, for its id is what a cursor tells. */
  placeOf(id: string): Fragment
}

export function readNumberedPage<Row extends { id: string }, Item>(
  sql: Database,
  query: ListQuery,
  list: NumberedList<Row, Item>,
): Promise<ListReply<Item>> {
  const placeIn = (cursor: string) => {
    const id = idFromCursor(cursor)
    return id === null ? null : list.placeOf(id)
  }
  const order = { column: sql`seq`, cursorAt: ({ id }: Row) => cursorFromId(id), placeIn, isGapless: true }
  return readPageInOrder(sql, query, list, order)
}

/** Pages are numbered and know the total; a cursor goes on where an earlier answer ended, and knows neither. */
export async function readPageInOrder<Row, Item>(
  sql: Database,
  query: ListQuery,
  list: List<Row, Item>,
  order: ListOrder<Row>,
): Promise<ListReply<Item>> {
  const size = query.page_size ?? defaultPageSize
  if (query.cursor !== undefined) return readAfterCursor(sql, { ...query, cursor: query.cursor }, list, order)
  const page = query.page ?? 1
  const start = (page - 1) * size
  if (order.isGapless && list.total) return readByNumber(sql, { page, size }, await list.total(), list, order)
  if (start + size > lastRow) throw invalid({ field: 'page', problem: tooFar })
  const place = start === 0 ? undefined : await placeAt(sql, list, order, start)
  const onwards = order.isRising ? sql`>=` : sql`<=`
  const from = place === undefined ? undefined : sql`and ${order.column} ${onwards} ${place}`
  const found = place === null ? [] : await readFirst(sql, list, order, size, from)
  const total = await (list.total
    ? list.total().then((known) => ({ total: known }))
    : countUnlessSeen(sql, rangesOf(list), { start, size, found: found.length }))
  return { ...shownOf(found, size, list, order), page, page_size: size, ...total }
}

const tooFar =
  'goes beyond row 100,000, where pages end: use cursor, the next_cursor of an earlier answer, to go on'

function rangesOf<Row, Item>({ rows }: List<Row, Item>): readonly Range[] {
  return Array.isArray(rows) ? rows : [rows as Fragment]
}

/** One more than is shown tells whether anything follows. */
function readFirst<Row, Item>(
  sql: Database,
  list: List<Row, Item>,
  { column, isRising }: ListOrder<Row>,
  size: number,
  and?: Fragment,
): Promise<(Row & object)[]> {
  const merged = mergeRanges(sql, rangesOf(list), { column, isRising, and, most: size + 1 })
  const first = list.beside === undefined ? merged : sql`(${list.beside(merged)})`
  return sql<(Row & object)[]>`
    select * from ${first} as list order by ${column} ${isRising ? sql`asc` : sql`desc`}`.then((rows) => rows)
}

/** Where a page begins, or null when the list is over before. Of the rows that are passed over only the places are read. */
async function placeAt<Row, Item>(
  sql: Database,
  list: List<Row, Item>,
  { column, isRising }: ListOrder<Row>,
  start: number,
): Promise<string | bigint | null> {
  const passed = mergeRanges(sql, rangesOf(list), { column, isRising, most: start + 1 })
  const [first] = await sql<{ place: string | bigint }[]>`
    select ${column} as place from ${passed} as passed order by ${column} ${isRising ? sql`asc` : sql`desc`} limit 1 offset ${start}`
  return first?.place ?? null
}

async function readAfterCursor<Row, Item>(
  sql: Database,
  query: ListQuery & { cursor: string },
  list: List<Row, Item>,
  order: ListOrder<Row>,
): Promise<ListReply<Item>> {
  if (query.page !== undefined) throw invalid(bothAreSent)
  const size = query.page_size ?? defaultPageSize
  const before = order.placeIn(query.cursor)
  if (before === null) throw invalid(strangeCursor)
  const beyond = order.isRising ? sql`>` : sql`<`
  const found = await readFirst(sql, list, order, size, sql`and ${order.column} ${beyond} ${before}`)
  return { ...shownOf(found, size, list, order), page: null, page_size: size, total: null }
}

async function readByNumber<Row, Item>(
  sql: Database,
  { page, size }: { page: number; size: number },
  total: number,
  list: List<Row, Item>,
  order: ListOrder<Row>,
): Promise<ListReply<Item>> {
  const from = sql`and ${order.column} <= ${total - (page - 1) * size}`
  const found = await readFirst(sql, list, order, size, from)
  return { ...shownOf(found, size, list, order), page, page_size: size, total }
}

function shownOf<Row, Item>(found: Row[], size: number, list: List<Row, Item>, order: ListOrder<Row>) {
  const shown = found.slice(0, size)
  const last = shown.at(-1)
  return {
    items: shown.map(list.show),
    next_cursor: found.length > size && last !== undefined ? order.cursorAt(last) : null,
  }
}

/**
 * One page of what is known without asking, in the order it has; as much as a page may hold, because it is short and whoever
 * chooses from it wants to see all. A cursor tells the name of the last one that was shown.
 */
export function pageOfAll<Item>(
  query: ListQuery,
  all: readonly Item[],
  nameOf: (item: Item) => string,
): ListReply<Item> {
  const size = query.page_size ?? mostPageSize
  const cursorAt = (item: Item) => Buffer.from(nameOf(item)).toString('base64url')
  if (query.cursor !== undefined && query.page !== undefined) throw invalid(bothAreSent)
  const before = query.cursor === undefined ? -1 : all.findIndex((item) => cursorAt(item) === query.cursor)
  if (query.cursor !== undefined && before === -1) throw invalid(strangeCursor)
  const page = query.cursor === undefined ? (query.page ?? 1) : null
  const start = page === null ? before + 1 : (page - 1) * size
  const items = all.slice(start, start + size)
  const last = items.at(-1)
  const next = last !== undefined && start + size < all.length ? cursorAt(last) : null
  return { items, page, page_size: size, total: page === null ? null : all.length, next_cursor: next }
}

const bothAreSent = { field: 'cursor', problem: 'cannot be combined with page; send one of them' }
const strangeCursor = { field: 'cursor', problem: 'must be the next_cursor of an earlier answer' }

/** A page that is not full has told how many there are. */
async function countUnlessSeen(
  sql: Database,
  ranges: readonly Range[],
  seen: { start: number; size: number; found: number },
): Promise<Total> {
  if (seen.found <= seen.size && (seen.found > 0 || seen.start === 0))
    return { total: seen.start + seen.found }
  const [counted] = await sql<{ total: number }[]>`${countRanges(sql, ranges, mostCounted + 1)}`
  const total = counted?.total ?? 0
  return total > mostCounted ? { total: null, total_at_least: mostCounted } : { total }
}

function cursorFromId(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
}

function idFromCursor(cursor: string): string | null {
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes.length !== 16 || bytes.toString('base64url') !== cursor) return null
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** From this instant on, and before that one, so that windows side by side share no row. */
type TimeWindow = { from?: string | Date | undefined; to?: string | Date | undefined }

/** Ids begin with their time: as a bound they use the index, a little wide so that the exact comparison decides. */
const slackMs = 60_000

/** The condition `and …` for rows that have an id and were created within the window. */
export function createdWithin(sql: Database | Transaction, { from, to }: TimeWindow): Fragment {
  const [since, until] = [edge(from, beginningOf), edge(to, endOf)]
  return sql`
    ${since === null ? sql`` : sql`and created_at >= ${since} and id >= ${lowestIdAt(since.getTime() - slackMs)}`}
    ${until === null ? sql`` : sql`and created_at < ${until} and id <= ${lowestIdAt(until.getTime() + slackMs)}`}`
}

function edge(given: string | Date | undefined, read: (text: string) => Date | null): Date | null {
  return typeof given === 'string' ? read(given) : (given ?? null)
}
