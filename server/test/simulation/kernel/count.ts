export function count({ tally }: { tally: Map<string, number> }, what: string): void {
  tally.set(what, (tally.get(what) ?? 0) + 1)
}
