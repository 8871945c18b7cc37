import { type Fragment, fragmentOf } from './sql-tag.ts'

type ColumnType =
  | 'uuid'
  | 'text'
  /** Text that is JSON, and need not be escaped. */
  | 'json'
  /** A value that is written as JSON. */
  | 'jsonb'
  | 'boolean'
  | 'bigint'
  | 'integer'
  | 'smallint'
  | 'date'
  | 'timestamptz'
  | 'bytea'
type Cell = string | number | bigint | boolean | Date | Uint8Array | object | null | undefined

/** The columns in which rows travel, and what they are to the database. */
export type ColumnTypes<Row> = { readonly [Name in keyof Row]?: ColumnType }

/**
 * Rows as a table in a statement: `from ${inColumns('r', rows, types)}`. They travel by columns, each one list in the database's own
 * writing: for many small rows it costs half of what JSON costs on either side. And the planner takes such a table for a small
 * one, where it takes a list in JSON for a hundred rows, for which it would rather read the whole of a young table than look each
 * up; that plan it keeps.
 */
export function inColumns<Row extends object>(
  name: string,
  rows: readonly Row[],
  types: ColumnTypes<Row>,
): Fragment {
  const columns = Object.entries(types) as [keyof Row & string, ColumnType][]
  const lists = columns.map(([column, type]) => listOf(rows, column, type))
  return fragmentOf(textsOf(name, columns), lists)
}

/** The names of the columns, in the order in which they travel. */
export function namesOf<Row>(types: ColumnTypes<Row>): Fragment {
  return fragmentOf([Object.keys(types).join(', ')], [])
}

const known = new Map<string, readonly string[]>()

function textsOf(name: string, columns: [string, ColumnType][]): readonly string[] {
  const key = `${name} ${columns.join(' ')}`
  const found = known.get(key)
  if (found) return found
  const names = columns.map(([column]) => column).join(', ')
  const around = columns.map(([, type]) => {
    if (type === 'json') return aroundJson
    return type === 'jsonb' ? aroundJsonb : { before: '', after: `::${type}[]` }
  })
  const joints = around.map(({ after }, place) => `${after}, ${around[place + 1]?.before ?? ''}`).slice(0, -1)
  const texts = [`unnest(${around[0]?.before}`, ...joints, `${around.at(-1)?.after}) as ${name} (${names})`]
  known.set(key, texts)
  return texts
}

/** Characters that JSON never holds as they are. */
const [between, nothing] = ['\u001e', '\u001f']
const aroundJson = { before: 'string_to_array(', after: "::text, E'\\x1e', E'\\x1f')" }
const aroundJsonb = { before: aroundJson.before, after: `${aroundJson.after}::jsonb[]` }

function listOf<Row extends object>(rows: readonly Row[], column: keyof Row, type: ColumnType): string {
  if (type === 'json') return rows.map((row) => checkedJson(row[column] as string | null)).join(between)
  if (type === 'jsonb')
    return rows
      .map((row) => checkedJson(row[column] === null ? null : JSON.stringify(row[column])))
      .join(between)
  let list = '{'
  for (const row of rows) {
    if (list.length > 1) list += ','
    const cell = row[column] as Cell
    list += cell === null || cell === undefined ? 'NULL' : written(cell, type)
  }
  return `${list}}`
}

/** Were it no JSON after all, one row could get the text of another. */
function checkedJson(text: string | null): string {
  if (text === null) return nothing
  if (text.includes(between) || text.includes(nothing)) throw new Error('What was called JSON is none.')
  return text
}

/** Whatever may hold a comma, a bracket or the word for nothing is put in quotes. */
function written(cell: NonNullable<Cell>, type: ColumnType): string {
  if (type === 'text') return quoted(String(cell))
  if (type === 'bytea') return `"\\\\x${Buffer.from(cell as Uint8Array).toString('hex')}"`
  return cell instanceof Date ? cell.toISOString() : String(cell)
}

const escapable = /["\\]/
const eachEscapable = /["\\]/g

function quoted(text: string): string {
  return escapable.test(text) ? `"${text.replaceAll(eachEscapable, '\\$&')}"` : `"${text}"`
}
