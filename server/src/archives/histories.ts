import { collectionStatuses, withdrawalStatuses } from '@malipo/contract'
import { collectionHistory } from '../collections/collections.ts'
import { type KeptForEver, type Partition, readPartitions, type TableInParts } from '../database/database.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import { withdrawalHistory } from '../withdrawals/withdrawals.ts'
import type { World } from '../world/world.ts'

/** A table of which parts may be put aside: what happened to payments or payouts, which nothing but people reads once they are over. */
export type History = KeptForEver & {
  table: TableInParts
  /** Whose steps they are, what one of them is called, and by which column others name it. */
  owners: 'collections' | 'withdrawals'
  noun: string
  namedBy: string
  /** Where something is still to happen to it. */
  underWay: string[]
}

const ended = ['successful', 'failed', 'reversed', 'SUCCESS', 'FAILED', 'REJECTED', 'REVERSED']
const underWay = (statuses: readonly string[]) => statuses.filter((status) => !ended.includes(status))

export const histories: History[] = [
  {
    ...collectionHistory,
    table: 'collection_history',
    ...{ owners: 'collections', noun: 'payment', namedBy: 'collection_id' },
    underWay: underWay(collectionStatuses),
  },
  {
    ...withdrawalHistory,
    table: 'withdrawal_history',
    ...{ owners: 'withdrawals', noun: 'payout', namedBy: 'withdrawal_id' },
    underWay: underWay(withdrawalStatuses),
  },
]

export type Part = { history: History; partition: Partition }

export async function listParts({ sql }: Pick<World, 'sql'>): Promise<Part[]> {
  const parts: Part[] = []
  for (const history of histories)
    for (const partition of await readPartitions(sql, history.table)) parts.push({ history, partition })
  return parts
}

/** Those of which nothing is put aside. */
export async function listWhole({ sql }: Pick<World, 'sql'>): Promise<Part[]> {
  const away = await sql<{ of_table: string; to_id: string }[]>`
    select of_table, to_id from archived_parts where back_at is null`
  const ends = new Set(away.map(({ of_table: table, to_id: to }) => `${table} ${to}`))
  return (await listParts({ sql })).filter(
    ({ history, partition }) => !ends.has(`${history.table} ${partition.to}`),
  )
}

export async function findPart(world: Pick<World, 'sql'>, name: string): Promise<Part> {
  const found = (await listParts(world)).find(({ partition }) => partition.name === name)
  if (found) return found
  throw new StartRefused(`There is no part ${name}. malipo archive list tells those that are there.`)
}

/** The bounds of a part that has an end, as a condition on a column of ids. */
export function within({ from, to }: Partition, column: string): string {
  return `${from === null ? '' : `${column} >= '${from}' and `}${column} < '${to}'`
}

/** The same for whoever attaches it. */
export function boundsOf({ from, to }: Pick<Partition, 'from' | 'to'>): string {
  return `for values from (${from === null ? 'minvalue' : `'${from}'`}) to ('${to}')`
}
