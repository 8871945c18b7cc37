import type { Page } from '@malipo/sdk'

/** Pages that were read from the last to the first, as one list from the oldest to the newest. A row that moved to another page meanwhile is shown once. */
export function oldestFirst<Row extends { id: string }>(pages: readonly Page<Row>[]): Row[] {
  const rows = pages.flatMap(({ items }) => items.toReversed())
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

/** The page that stands before one in the service's order, which is the next where the last comes first. */
export function pageBefore({ page }: Page<unknown>): number | undefined {
  return page === null || page <= 1 ? undefined : page - 1
}
