import { type FieldProblem, invalid, Refusal } from '../primitives/refusal.ts'

/** A body of CSV as it came, for whoever compares requests; what it says is read when it is wanted. */
export class CsvBody {
  readonly csv: string

  constructor(csv: string) {
    this.csv = csv
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** What spreadsheets save: UTF-8, with or without the mark that some of them begin with. */
export function decodeCsv(bytes: Buffer): CsvBody {
  try {
    return new CsvBody(decoder.decode(bytes))
  } catch {
    throw unreadable('it is not UTF-8. Save it as “CSV UTF-8”')
  }
}

function unreadable(why: string): Refusal {
  return new Refusal('invalid_json', { message: `The CSV cannot be read: ${why}.` })
}

type Row = Record<string, unknown>

/**
 * The lines of a CSV (RFC 4180) as objects, by the names in its first line. Cells are parted by what the first line is parted by, because
 * spreadsheets of many countries write semicolons; empty cells and lines say nothing. `metadata.order_id` is one pair of metadata.
 */
export function rowsFromCsv(csv: string, most: number): Row[] {
  if (csv.includes('\0')) throw unreadable('it has NUL characters')
  const { separator, start } = separatorOf(csv)
  // One more than may be tells that they are too many.
  const [head, ...lines] = linesOf(csv, start, separator, most + 2)
  if (head === undefined) throw unreadable('it is empty. Begin with the names of the columns')
  const columns = head.map(columnName)
  refuseColumns(columns)
  return lines.map((cells) => rowOf(columns, cells))
}

const ofMetadata = 'metadata.'

/** Keys of metadata are the merchant's own, and stay as they are written. */
function columnName(text: string): string {
  const name = text.trim()
  return /^metadata\./i.test(name)
    ? `${ofMetadata}${name.slice(ofMetadata.length)}`
    : name.toLowerCase().replaceAll(/\s+/g, '_')
}

/** More than any row has fields. Each row is read by all of them, so that without an end a short file would take hours. */
const mostColumns = 100

function refuseColumns(columns: string[]): void {
  const named = columns.filter((name) => name !== '')
  if (named.length > mostColumns)
    throw unreadable(`it has ${named.length} columns, and ${mostColumns} are the most`)
  const problems: FieldProblem[] = named.flatMap((name, at) =>
    named.indexOf(name) === at ? [] : [{ field: name, problem: 'is the name of two columns' }],
  )
  if (problems.length > 0) throw invalid(...problems)
}

/** Of cells that are in no column so many are told: what is wrong is wrong by the first of them. */
const mostStray = 10

function rowOf(columns: string[], cells: string[]): Row {
  // Without a prototype, so that a column named like one is a column.
  const row: Row = Object.create(null)
  const pairs: [string, string][] = []
  let stray = 0
  for (let at = 0; at < cells.length && stray < mostStray; at += 1) {
    const cell = cells[at]?.trim() ?? ''
    if (cell === '') continue
    const name = columns[at]
    if (name === undefined || name === '') {
      row[`column_${at + 1}`] = cell
      stray += 1
    } else if (name.startsWith(ofMetadata)) pairs.push([name.slice(ofMetadata.length), cell])
    else row[name] = cell
  }
  if (pairs.length > 0) row.metadata ??= Object.fromEntries(pairs)
  return row
}

/** What parts the cells of the first line most often; a first line `sep=;` of some spreadsheets says so itself. */
function separatorOf(csv: string): { separator: string; start: number } {
  const end = /\r\n|\n|\r/.exec(csv)
  const first = csv.slice(0, end?.index)
  const [, told] = /^sep=(.)$/i.exec(first) ?? []
  if (told !== undefined) return { separator: told, start: (end?.index ?? 0) + (end?.[0].length ?? 0) }
  const counted = [',', ';', '\t'].map((mark) => ({ mark, count: first.split(mark).length }))
  const separator = counted.reduce((most, one) => (one.count > most.count ? one : most)).mark
  return { separator, start: 0 }
}

/** In quotes everything is text, line ends too; two quotes are one. */
function linesOf(csv: string, start: number, separator: string, most: number): string[][] {
  const lines: string[][] = []
  let cells: string[] = []
  let at = start
  while (at < csv.length && lines.length < most) {
    const { text, next } = csv[at] === '"' ? quotedCell(csv, at) : plainCell(csv, at, separator)
    cells.push(text)
    at = next
    if (csv[at] === separator && at < csv.length) {
      at += 1
      if (at === csv.length) cells.push('')
      else continue
    } else if (at < csv.length && !isLineEnd(csv, at)) {
      throw unreadable(`something follows a closing quote in line ${lines.length + 1}`)
    }
    if (cells.some((cell) => cell.trim() !== '')) lines.push(cells)
    cells = []
    at += csv.startsWith('\r\n', at) ? 2 : 1
  }
  return lines
}

function isLineEnd(csv: string, at: number): boolean {
  return csv[at] === '\n' || csv[at] === '\r'
}

function plainCell(csv: string, start: number, separator: string): { text: string; next: number } {
  let next = start
  while (next < csv.length && csv[next] !== separator && !isLineEnd(csv, next)) next += 1
  return { text: csv.slice(start, next), next }
}

function quotedCell(csv: string, start: number): { text: string; next: number } {
  let text = ''
  let from = start + 1
  for (;;) {
    const quote = csv.indexOf('"', from)
    if (quote === -1) throw unreadable('a quote is opened and never closed')
    text += csv.slice(from, quote)
    if (csv[quote + 1] !== '"') return { text, next: quote + 1 }
    text += '"'
    from = quote + 2
  }
}
