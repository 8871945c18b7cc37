import { createHash } from 'node:crypto'
import type { QueryResult } from 'pg'

/** The rows of an answer, and how many rows the statement touched. */
export type Rows<Row> = Row[] & { count: number }

/** A piece of SQL with its values, to be put into another. */
export type Fragment = { readonly [parts]: Parts }

/** A statement that runs when it is awaited. Inside another statement it is a fragment of it instead. */
export type Statement<Row> = Fragment & Promise<Rows<Row>>

/** SQL as a tagged template: each `${}` becomes a parameter, except a fragment, which is put in as it is. */
export type SqlTag = <Row extends object[] = Record<string, unknown>[]>(
  texts: TemplateStringsArray,
  ...values: Value[]
) => Statement<Row[number]>

export type Value =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | null
  | readonly (string | number | bigint | boolean | Date | null)[]
  | Fragment

export type Run = (query: { name: string; text: string; values: unknown[] }) => Promise<QueryResult>

type Parts = { texts: readonly string[]; values: readonly Value[] }
const parts = Symbol('parts')

export function sqlTag(run: Run): SqlTag {
  return <Row extends object[]>(texts: TemplateStringsArray, ...values: Value[]) =>
    statement<Row[number]>(run, { texts, values })
}

function statement<Row>(run: Run, own: Parts): Statement<Row> {
  let running: Promise<Rows<Row>> | undefined
  const start = () => {
    running ??= execute<Row>(run, own)
    return running
  }
  return {
    // biome-ignore lint/suspicious/noThenProperty: a statement is awaited like a promise but must not start before.
    then: (onFulfilled, onRejected) => start().then(onFulfilled, onRejected),
    catch: (onRejected) => start().catch(onRejected),
    finally: (onSettled) => start().finally(onSettled),
    [Symbol.toStringTag]: 'Statement',
    [parts]: own,
  }
}

async function execute<Row>(run: Run, own: Parts): Promise<Rows<Row>> {
  const values: unknown[] = []
  const text = compose(own, values)
  return rowsOf<Row>(await run({ name: nameOf(text), text, values }))
}

/** Several statements in one text have several results, of which the last counts. */
export function rowsOf<Row>(result: QueryResult | QueryResult[]): Rows<Row> {
  const last = Array.isArray(result) ? result.at(-1) : result
  return Object.assign((last?.rows ?? []) as Row[], { count: last?.rowCount ?? 0 })
}

function compose({ texts, values: given }: Parts, values: unknown[]): string {
  let text = texts[0] ?? ''
  given.forEach((value, position) => {
    if (isStatement(value)) {
      text += compose(value[parts], values)
    } else {
      // A forgotten value would otherwise be stored as null in silence.
      if (value === undefined) throw new TypeError(`No value for the parameter after: ${text.slice(-60)}`)
      values.push(value)
      text += `$${values.length}`
    }
    text += texts[position + 1] ?? ''
  })
  return text
}

function isStatement(value: Value): value is Fragment {
  return typeof value === 'object' && value !== null && parts in value
}

/** A piece of SQL that is put together by other means than a template. There is one text more than there are values. */
export function fragmentOf(texts: readonly string[], values: readonly Value[]): Fragment {
  return { [parts]: { texts, values } }
}

/** All columns of a table, as a fragment of their names and as a list, each with whether it may be null. */
export type Columns = Fragment & { readonly columns: ReadonlyMap<string, 'null' | 'not null'> }

/**
 * The columns that a row type stands for. One that is missing, too many or of the wrong kind does not compile, so that
 * `insert into t (${columns}) select ${columns} from …` writes the whole row whatever order the table has.
 */
export function columnsOf<Row>(
  names: {
    [Name in keyof Row]: null extends Row[Name] ? 'null' : 'not null'
  },
): Columns {
  const columns = new Map<string, 'null' | 'not null'>(Object.entries(names))
  return { columns, ...fragmentOf([[...columns.keys()].join(', ')], []) }
}

/**
 * The same text has the same name, so that the server plans it once for each connection; in every process, since behind
 * a pooler several of them share a connection, and a name that meant one text here and another there would run the wrong one.
 */
const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}
