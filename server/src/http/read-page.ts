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

/** Where a list begins and how long it is. Fetch `limit` rows, newest first, with ids below `before` when it is set. */
export type ListPage = {
  limit: number
  offset: number
  before: string | null
  answer<Row extends { id: string }, Item>(
    rows: Row[],
    show: (row: Row) => Item,
    total: number | null,
  ): ListReply<Item>
}

export function listPage(query: ListQuery): ListPage {
  if (query.cursor !== undefined && query.page !== undefined) {
    throw invalid({ field: 'cursor', problem: 'cannot be combined with page; send one of them' })
  }
  const size = query.page_size ?? defaultPageSize
  const page = query.cursor === undefined ? (query.page ?? 1) : null
  return {
    // One more than is shown tells whether anything follows.
    limit: size + 1,
    offset: page === null ? 0 : (page - 1) * size,
    before: query.cursor === undefined ? null : idFromCursor(query.cursor),
    answer(rows, show, total) {
      const shown = rows.slice(0, size)
      const last = shown.at(-1)
      return {
        items: shown.map(show),
        page,
        page_size: size,
        total: page === null ? null : total,
        next_cursor: rows.length > size && last ? cursorFromId(last.id) : null,
      }
    },
  }
}

function cursorFromId(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
}

function idFromCursor(cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes.length !== 16 || bytes.toString('base64url') !== cursor) {
    throw invalid({ field: 'cursor', problem: 'must be the next_cursor of an earlier answer' })
  }
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
