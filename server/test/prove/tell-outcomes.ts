import type { Outcome } from './run-proof.ts'

/** A row for each proof, and the line that says it all. */
export function tellOutcomes(outcomes: Outcome[]): string {
  const rows = outcomes.map(({ word, holds, passed, failed, seconds, seen }) => [
    holds ? 'holds' : 'FAILED',
    word,
    `${passed} of ${passed + failed} tests`,
    `${seconds} s`,
    seen.join('; '),
  ])
  const widths = [0, 1, 2, 3].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const passed = outcomes.filter(({ holds }) => holds).length
  return [...lines, '', `${passed} passed, ${outcomes.length - passed} failed`].join('\n')
}
