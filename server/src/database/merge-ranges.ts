import type { Fragment, SqlTag } from './sql-tag.ts'

/** A column of few values, at the front of an index. */
export type KindColumn = {
  column: Fragment
  /** Absent for all of them. */
  wanted?: string | undefined
  all: readonly (string | null)[]
}

/** Each a condition `and …` on all columns: one range of the index that begins with them. */
export function rangesOver(sql: SqlTag, columns: readonly KindColumn[]): Fragment[] {
  return columns.reduce<Fragment[]>(
    (ranges, { column, wanted, all }) =>
      ranges.flatMap((range) =>
        (wanted === undefined ? all : [wanted]).map((value) =>
          value === null ? sql`${range} and ${column} is null` : sql`${range} and ${column} = ${value}`,
        ),
      ),
    [sql``],
  )
}

export type Merge = {
  /** What they are ordered by: from the highest down, unless told otherwise. */
  column: Fragment
  isRising?: boolean | undefined
  /** `and …`, for whoever does not begin at the top. */
  and?: Fragment | undefined
  most: number
}

/**
 * The first rows of several queries together. Each reads one range of an index, in which its rows are in order, and no more
 * of it than could be shown; a condition that allows several values would have the server sort all that match. `touched` has the
 * server choose the way on which the fewest rows are looked at: it would walk through everybody's for somebody who has most of
 * them, and find none of theirs among the newest.
 */
export function mergeRanges(sql: SqlTag, ranges: readonly Fragment[], merge: Merge): Fragment {
  const { column, and = sql``, most } = merge
  const order = merge.isRising ? sql`${column} asc` : sql`${column} desc`
  const each = ranges.map(
    (range) =>
      sql`(select * from (${range}) as list where touched(${column}) ${and} order by ${order} limit ${most})`,
  )
  const [only] = each
  if (only !== undefined && each.length === 1) return only
  const all = each.reduce((before, one) => sql`${before} union all ${one}`)
  return sql`(select * from (${all}) as merged order by ${order} limit ${most})`
}

/** How many rows there are in all ranges, counted up to `most`: `select … as total`. */
export function countRanges(sql: SqlTag, ranges: readonly Fragment[], most: number): Fragment {
  const each = ranges.map((range) => sql`(select 1 from (${range}) as list limit ${most})`)
  const all = each.reduce((before, one) => sql`${before} union all ${one}`)
  return sql`select count(*)::int as total from (select 1 from (${all}) as list limit ${most}) as counted`
}
