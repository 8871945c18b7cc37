/** How many records a page of CSV has. Within quotes a line may end without the record ending. */
export function countRecords(csv: string): number {
  let count = 0
  let isQuoted = false
  for (const letter of csv) {
    if (letter === '"') isQuoted = !isQuoted
    else if (letter === '\n' && !isQuoted) count += 1
  }
  return csv === '' || csv.endsWith('\n') ? count : count + 1
}

/** A page without the names of its columns, which stand once at the top of the whole. */
export function withoutHead(csv: string): string {
  const end = csv.indexOf('\n')
  return end < 0 ? '' : csv.slice(end + 1)
}

export type CsvPage = { text: string; next: string | null }

/** Reads page after page until there is none, and tells after each how many rows there are so far. */
export async function readAllPages(
  readPage: (cursor: string | undefined) => Promise<CsvPage>,
  tell: (rows: number) => void,
): Promise<string> {
  const parts: string[] = []
  let rows = -1
  let cursor: string | undefined
  for (;;) {
    const { text, next } = await readPage(cursor)
    const own = cursor === undefined ? text : withoutHead(text)
    const last = parts.at(-1)
    if (last !== undefined && own !== '' && !last.endsWith('\n')) parts.push('\r\n')
    parts.push(own)
    rows += countRecords(own)
    tell(Math.max(0, rows))
    // A page that leads back to itself would never end.
    if (next === null || next === cursor) return parts.join('')
    cursor = next
  }
}
