import type { Fragment, SqlTag } from './sql-tag.ts'

/**
 * One query made of several that each read one range of an index. Within its range each is in order already, so the
 * server merges them as far as a page needs; a condition that allows several values would have it sort all they match.
 */
export function mergeRanges(sql: SqlTag, ranges: readonly Fragment[]): Fragment {
  return ranges.reduce((all, one) => sql`${all} union all ${one}`)
}
