import { oneLine } from './harmless.ts'

/** Lines of `name  value`, without the fields that have none. */
export function record(fields: Record<string, unknown>): string {
  const shown = Object.entries(fields).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  )
  const width = Math.max(0, ...shown.map(([name]) => name.length))
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${wordOf(value)}`).join('\n')
}

/** Columns as wide as what is in them; the last one is left as it is. */
export function table(headings: string[], rows: string[][]): string {
  const lines = [headings, ...rows.map((cells) => cells.map(oneLine))]
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((cells) => visible(cells[column] ?? '').length)),
  )
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => {
          const gap = (widths[column] ?? 0) - visible(cell).length
          return column === cells.length - 1 ? cell : cell + ' '.repeat(gap)
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** A list says that it is empty. */
export function tableOrNone(headings: string[], rows: string[][]): string {
  return rows.length === 0 ? 'None.' : table(headings, rows)
}

function wordOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : oneLine(String(value))
}

/** Colours take no room. */
function visible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape codes begin with one.
  return text.replace(/\u001b\[\d+m/g, '')
}
