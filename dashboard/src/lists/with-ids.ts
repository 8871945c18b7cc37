import type { Page } from '@malipo/sdk'

/** Rows of a list need an id to be told apart; what the service knows by another name gets it here. */
export async function withIds<Row extends object>(
  page: PromiseLike<Page<Row>>,
  idOf: (row: Row) => string,
): Promise<Page<Row & { id: string }>> {
  const read = await page
  return { ...read, items: read.items.map((row) => ({ ...row, id: idOf(row) })) }
}
