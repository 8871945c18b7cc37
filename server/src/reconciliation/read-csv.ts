/** One record of a CSV file, with the number of the line on which it begins. */
export type CsvRecord = { line: number; cells: string[] }

/** A file that ends within quotes, or goes on behind them. */
export class BrokenCsv extends Error {
  override name = 'BrokenCsv'
  readonly line: number
  constructor(line: number, problem: string) {
    super(problem)
    this.line = line
  }
}

const delimiters = [',', ';', '\t', '|']

/**
 * Reads CSV (RFC 4180) record by record: quotes, doubled quotes, line ends within them, CRLF, LF or CR, and the mark that spreadsheets
 * put before everything. Records without any text are passed over.
 */
export function* readCsv(text: string, delimiter: string): Iterable<CsvRecord> {
  let at = text.startsWith('\uFEFF') ? 1 : 0
  let line = 1
  while (at < text.length) {
    const begins = line
    const cells: string[] = []
    for (let isOver = false; !isOver; ) {
      const cell = text[at] === '"' ? quotedCell(text, at, line) : plainCell(text, at, delimiter)
      cells.push(cell.text)
      at = cell.end
      line += cell.lines
      if (text[at] === delimiter) {
        at += 1
        continue
      }
      if (at < text.length && text[at] !== '\r' && text[at] !== '\n')
        throw new BrokenCsv(line, 'something stands behind the closing quote of a cell')
      if (text[at] === '\r' && text[at + 1] === '\n') at += 1
      at += 1
      line += 1
      isOver = true
    }
    if (cells.some((cell) => cell.trim() !== '')) yield { line: begins, cells }
  }
}

type Cell = { text: string; end: number; lines: number }

function plainCell(text: string, from: number, delimiter: string): Cell {
  let end = from
  while (end < text.length && text[end] !== delimiter && text[end] !== '\r' && text[end] !== '\n') end += 1
  return { text: text.slice(from, end), end, lines: 0 }
}

function quotedCell(text: string, from: number, line: number): Cell {
  let end = from + 1
  for (;;) {
    end = text.indexOf('"', end)
    if (end === -1) throw new BrokenCsv(line, 'a quote is opened and never closed')
    if (text[end + 1] !== '"') break
    end += 2
  }
  const raw = text.slice(from + 1, end)
  return { text: raw.replaceAll('""', '"'), end: end + 1, lines: raw.match(/\r\n|\r|\n/g)?.length ?? 0 }
}

/** Which of the usual ones divides a line best that has this name as one of its cells. */
export function findDelimiter(text: string, isHead: (cells: string[]) => boolean): string {
  const found = delimiters.find((delimiter) => findHead(text, delimiter, isHead) !== null)
  return found ?? ','
}

/** Above the names of the cells there may be a title, an account, a period. */
const mostLinesAbove = 30

/** The record with the names of the cells; null where there is none near the beginning. */
export function findHead(
  text: string,
  delimiter: string,
  isHead: (cells: string[]) => boolean,
): CsvRecord | null {
  try {
    let seen = 0
    for (const record of readCsv(text, delimiter)) {
      if (isHead(record.cells)) return record
      seen += 1
      if (seen >= mostLinesAbove) break
    }
  } catch (error) {
    if (!(error instanceof BrokenCsv)) throw error
  }
  return null
}
