/** `3, 7, 12-15` as numbers, rising and each once; null where it is not written so, or where a number is none of the rows. */
export function readNumbers(text: string, rows: number): number[] | null {
  const found = new Set<number>()
  for (const part of text.split(/[\s,;]+/).filter((one) => one !== '')) {
    const [, from, to = from] = /^(\d{1,4})(?:[-–](\d{1,4}))?$/.exec(part) ?? []
    if (from === undefined || to === undefined) return null
    const [first, last] = [Number(from), Number(to)]
    if (first < 1 || last > rows || first > last) return null
    for (let row = first; row <= last; row += 1) found.add(row)
  }
  return [...found].sort((one, other) => one - other)
}

/** The same the other way round: neighbours stand together. */
export function tellNumbers(numbers: readonly number[]): string {
  const runs: [first: number, last: number][] = []
  for (const row of numbers) {
    const run = runs.at(-1)
    if (run && run[1] === row - 1) run[1] = row
    else runs.push([row, row])
  }
  return runs.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(', ')
}
