import type { List } from '@malipo/sdk'

/** As many are looked through; whoever has more open than that has other worries. */
const most = 1000

/** The one of a list that has an id, where the service has no call for one alone. */
export async function findOne<Row extends { id: string }>(list: List<Row>, id: string): Promise<Row | null> {
  let seen = 0
  for await (const row of list) {
    if (row.id === id) return row
    seen += 1
    if (seen === most) return null
  }
  return null
}
