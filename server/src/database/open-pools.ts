import { StartRefused } from '../primitives/start-refused.ts'
import { connectDatabase, type Database } from './connect-database.ts'
import type { ConnectionWishes, Place } from './pool-options.ts'
import { openReplica, type Replica } from './read-replica.ts'

/** Connections of their own for what must never keep money waiting: reading lists, and the work that nobody asked for. */
export type Pools = {
  lists: Database
  work: Database
  /** Absent where none is named: then lists are read from the primary. */
  replica: Replica | undefined
  close(): Promise<void>
}

export type PoolSizes = { money: number; lists: number; work: number }

/** A list that takes longer is not worth waiting for; whoever wants so much walks it with a cursor. */
const listStatementMs = 5_000

/** Beyond, somebody who comes now would be answered too late anyway, and is told so at once. */
export const mostWaiting = 500

export function openPools(
  place: Place,
  applicationName: string,
  sizes: PoolSizes,
  replicaUrl?: string,
): Pools {
  const lists = connectDatabase(listWishes(place, applicationName, sizes))
  const replica =
    replicaUrl === undefined
      ? undefined
      : openReplica(lists, listWishes({ url: replicaUrl }, applicationName, sizes))
  const work = connectDatabase({
    ...place,
    poolSize: sizes.work,
    applicationName: `${applicationName} work`,
    mostWaiting,
  })
  return {
    lists,
    work,
    replica,
    close: async () => {
      await Promise.all([lists, work, replica?.sql].map((one) => one?.end({ timeout: 5 })))
    },
  }
}

function listWishes(place: Place, applicationName: string, sizes: PoolSizes): ConnectionWishes {
  return {
    ...place,
    poolSize: sizes.lists,
    applicationName: `${applicationName} lists`,
    statementTimeoutMs: listStatementMs,
    mostWaiting,
    readsOnly: true,
  }
}

/** One process that wants more connections than the server has would fail at its busiest moment, not at its start. */
export async function refuseTooFewConnections(sql: Database, sizes: PoolSizes): Promise<void> {
  const [server] = await sql<{ most: number }[]>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`
  const wanted = sizes.money + sizes.lists + sizes.work
  if (server === undefined || wanted <= server.most) return
  throw new StartRefused(
    `The pools want ${wanted} connections (${sizes.money} for money, ${sizes.lists} for lists, ${sizes.work} for work), ` +
      `but the database takes ${server.most}: raise max_connections, or make DATABASE_POOL_SIZE and its like smaller.`,
  )
}
