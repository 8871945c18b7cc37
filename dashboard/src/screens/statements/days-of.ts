/** One day, or the first and the last. */
export function daysOf({ from, to }: { from: string; to: string }): string {
  return from === to ? from : `${from} – ${to}`
}
