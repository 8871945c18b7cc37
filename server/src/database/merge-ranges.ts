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

/** One range, or several that differ in the values of some columns alone. */
type Query = {
  rows: Fragment
  /** A table for whose rows `rows` is asked, where there are several ranges; and each of them by itself. */
  wished?: Fragment
  oneByOne?: () => Query[]
  /** Columns that are null in all rows. A server sees that an index has the rest in order only if it is ordered by these as well. */
  nulls: readonly Fragment[]
}

/** What is merged with others. */
export type Range = Fragment | Query

type RowsOf = (range: Fragment) => Fragment

/** The same ranges as `rangesOver` tells, each a query of its own. */
export function eachKind(sql: SqlTag, columns: readonly KindColumn[], rows: RowsOf): Range[] {
  return kindsOf(columns).map((values) => ofOne(sql, columns, values, rows))
}

/**
 * The same as one query, or two where a column may be null: for lists that nothing else narrows. A server plans each query by itself, with every part of its
 * table: thirty-six took half a second. Where anything is narrower it takes each kind for so little that it reads all of it and sorts. Texts are
 * compared, so columns have to be texts.
 */
export function kindsTogether(sql: SqlTag, columns: readonly KindColumn[], rows: RowsOf): Range[] {
  const alike = Map.groupBy(kindsOf(columns), (values) => values.map((value) => value === null).join())
  return [...alike.values()].map((kinds) => ofAlike(sql, columns, kinds, rows))
}

type Kind = readonly (string | null)[]

function kindsOf(columns: readonly KindColumn[]): Kind[] {
  return columns.reduce<Kind[]>(
    (before, { wanted, all }) =>
      before.flatMap((values) => (wanted === undefined ? all : [wanted]).map((value) => [...values, value])),
    [[]],
  )
}

function ofOne(sql: SqlTag, columns: readonly KindColumn[], values: Kind, rows: RowsOf): Query {
  return {
    rows: rows(allOf(sql, columns, (column, n) => isValue(sql, column, values[n] ?? null))),
    nulls: nullsOf(columns, values),
  }
}

function nullsOf(columns: readonly KindColumn[], values: Kind): Fragment[] {
  return columns.flatMap(({ column }, n) => (values[n] === null ? [column] : []))
}

/**
 * Of kinds in which the same columns are null. That a value is not below itself says nothing, but has the server take it for rarer: of
 * values that it does not know it supposes that each row could have them where all rows are alike, and then reads past all of those.
 */
function ofAlike(sql: SqlTag, columns: readonly KindColumn[], kinds: readonly Kind[], rows: RowsOf): Query {
  const [first = []] = kinds
  if (kinds.length === 1) return ofOne(sql, columns, first, rows)
  const names = [sql`wished.first`, sql`wished.second`]
  const range = allOf(sql, columns, (column, n) => {
    const name = names[n] ?? sql``
    return first[n] === null
      ? isValue(sql, column, null)
      : sql`and ${column} = ${name} and ${column} >= ${name}`
  })
  const [firsts, seconds] = [0, 1].map((n) => kinds.map((values) => values[n] ?? null))
  const wished = sql`unnest(${firsts ?? []}::text[], ${seconds ?? []}::text[]) as wished (first, second)`
  return {
    rows: rows(range),
    wished,
    nulls: nullsOf(columns, first),
    oneByOne: () => kinds.map((values) => ofOne(sql, columns, values, rows)),
  }
}

function allOf(
  sql: SqlTag,
  columns: readonly KindColumn[],
  condition: (column: Fragment, n: number) => Fragment,
): Fragment {
  return columns.reduce((before, { column }, n) => sql`${before} ${condition(column, n)}`, sql``)
}

function isValue(sql: SqlTag, column: Fragment, value: string | null): Fragment {
  return value === null ? sql`and ${column} is null` : sql`and ${column} = ${value}`
}

/** Of so many rows of each kind it matters less how long the plan takes than that no kind is read further than the page lies. */
const manyRows = 1_000

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
 * them, and find none of theirs among the newest. Queries are read side by side, as far as their rows are wanted; rows of `wished` one after
 * the other, each as far as if all that is wanted were of its kind.
 */
export function mergeRanges(sql: SqlTag, ranges: readonly Range[], merge: Merge): Fragment {
  const { column, and = sql``, most } = merge
  const direction = merge.isRising ? sql`asc` : sql`desc`
  const order = sql`${column} ${direction}`
  const queries = ranges.flatMap((range): readonly Query[] => {
    if (!('rows' in range)) return [{ rows: range, nulls: [] }]
    return (most > manyRows ? range.oneByOne?.() : undefined) ?? [range]
  })
  const each = queries.map(({ rows, wished, nulls }) => {
    const within = nulls.reduce((before, one) => sql`${before} ${one} ${direction},`, sql``)
    const first = sql`(select * from (${rows}) as list where touched(${column}) ${and} order by ${within} ${order} limit ${most})`
    if (wished === undefined) return first
    return sql`(select list.* from ${wished} cross join lateral ${first} as list order by ${order} limit ${most})`
  })
  const [only] = each
  if (only !== undefined && each.length === 1) return only
  const all = each.reduce((before, one) => sql`${before} union all ${one}`)
  return sql`(select * from (${all}) as merged order by ${order} limit ${most})`
}

/** How many rows there are in all ranges, counted up to `most`: `select … as total`. */
export function countRanges(sql: SqlTag, ranges: readonly Range[], most: number): Fragment {
  const each = ranges.map((range) => {
    const { rows, wished }: Partial<Query> & { rows: Fragment } = 'rows' in range ? range : { rows: range }
    const first = sql`(select 1 from (${rows}) as list limit ${most})`
    return wished === undefined
      ? first
      : sql`(select 1 from ${wished} cross join lateral ${first} as list limit ${most})`
  })
  const all = each.reduce((before, one) => sql`${before} union all ${one}`)
  return sql`select count(*)::int as total from (select 1 from (${all}) as list limit ${most}) as counted`
}
