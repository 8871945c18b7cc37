import type { Database, Fragment, Transaction } from '../database/database.ts'
import { lowestIdAt } from '../primitives/id.ts'
import { instantFrom } from '../primitives/instant.ts'
import { invalid } from '../primitives/refusal.ts'

const defaultPageSize = 25

export type ListQuery = { page?: number; page_size?: number; cursor?: string }
export type ListReply<Item> = {
  items: Item[]
  page: number | null
  page_size: number
  total: number | null
  next_cursor: string | null
}

/** What differs from list to list. */
export type List<Row, Item> = {
  /** The whole list as a query, in no order and without an end: `select … from … where …`. */
  rows: Fragment
  show: (row: Row) => Item
  /** Where the number of rows is known without counting them. */
  total?: (() => Promise<number>) | undefined
}

/** What a list is ordered by, newest first, and how its cursors are spelt. Null is for a cursor that is not ours. */
export type ListOrder<Row> = {
  column: Fragment
  cursorAt: (row: Row) => string
  placeIn: (cursor: string) => string | bigint | null
}

/** One page of a list whose rows have ids: ids sort by time, so that a page of any depth is read from an index. */
export function readPage<Row extends { id: string }, Item>(
  sql: Database,
  query: ListQuery,
  list: List<Row, Item>,
): Promise<ListReply<Item>> {
  const order = { column: sql`id`, cursorAt: ({ id }: Row) => cursorFromId(id), placeIn: idFromCursor }
  return readPageInOrder(sql, query, list, order)
}

/** Pages are numbered and know the total; a cursor goes on where an earlier answer ended, and knows neither. */
export async function readPageInOrder<Row, Item>(
  sql: Database,
  query: ListQuery,
  { rows, show, total }: List<Row, Item>,
  { column, cursorAt, placeIn }: ListOrder<Row>,
): Promise<ListReply<Item>> {
  if (query.cursor !== undefined && query.page !== undefined) {
    throw invalid({ field: 'cursor', problem: 'cannot be combined with page; send one of them' })
  }
  const size = query.page_size ?? defaultPageSize
  const page = query.cursor === undefined ? (query.page ?? 1) : null
  const before = query.cursor === undefined ? null : placeIn(query.cursor)
  if (page === null && before === null) {
    throw invalid({ field: 'cursor', problem: 'must be the next_cursor of an earlier answer' })
  }
  // One more than is shown tells whether anything follows.
  const found = await sql<(Row & object)[]>`
    select * from (${rows}) as list ${before === null ? sql`` : sql`where ${column} < ${before}`}
    order by ${column} desc limit ${size + 1} offset ${page === null ? 0 : (page - 1) * size}`
  const shown = found.slice(0, size)
  const last = shown.at(-1)
  return {
    items: shown.map(show),
    page,
    page_size: size,
    total: page === null ? null : await (total?.() ?? count(sql, rows)),
    next_cursor: found.length > size && last ? cursorAt(last) : null,
  }
}

async function count(sql: Database, rows: Fragment): Promise<number> {
  const [counted] = await sql<{ total: number }[]>`select count(*)::int as total from (${rows}) as list`
  return counted?.total ?? 0
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
  const [since, until] = [instantOf(from), instantOf(to)]
  return sql`
    ${since === null ? sql`` : sql`and created_at >= ${since} and id >= ${lowestIdAt(since.getTime() - slackMs)}`}
    ${until === null ? sql`` : sql`and created_at < ${until} and id <= ${lowestIdAt(until.getTime() + slackMs)}`}`
}

function instantOf(given: string | Date | undefined): Date | null {
  return typeof given === 'string' ? instantFrom(given) : (given ?? null)
}
