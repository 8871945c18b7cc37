import pg from 'pg'
import { socketOfUrl } from './database-url.ts'
import type { Limits, Pooler } from './limit-statements.ts'

/** Where a database is. */
export type Place = {
  /** Of one host. */
  url: string
  /** The other hosts, asked when this one is gone. */
  otherUrls?: string[]
  /** Absent: the server itself is at the other end. */
  pooler?: Pooler | undefined
}

export type ConnectionWishes = Place & {
  poolSize: number
  applicationName: string
  /** Longer for migrations; zero means no limit. */
  statementTimeoutMs?: number
  lockTimeoutMs?: number
  /** How long to wait for a new or a free connection. */
  waitForConnectionMs?: number
  /** How many may wait for a free connection; whoever comes then is told at once. Absent: no limit but the time. */
  mostWaiting?: number
  /** Whoever has these connections cannot write, whatever they try. Not kept behind a pooler. */
  readsOnly?: boolean
  /** Done with a connection before each statement or transaction on it. What it throws, whoever asked is told. */
  firstly?: ((client: pg.PoolClient) => Promise<void>) | undefined
}

/** Everything has a limit: connecting, waiting for a connection, a statement, a lock, silence, an idle transaction. */
export function poolOptions(wishes: ConnectionWishes): pg.PoolConfig {
  const limits = limitsOf(wishes)
  return {
    ...addressOf(wishes.url),
    max: wishes.poolSize,
    application_name: wishes.applicationName,
    // A full pool is told, not waited for without end; behind a pooler it may be one that is held for the seconds of a switchover.
    connectionTimeoutMillis: wishes.waitForConnectionMs ?? (wishes.pooler ? 8_000 : 5_000),
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // The server itself ends every statement in time, so half of it more without an answer is no server.
    query_timeout: 1.5 * limits.statementTimeoutMs,
    types: { getTypeParser },
    // A pooler takes none of these at the start of a session, or takes them and forgets them.
    ...(wishes.pooler === undefined && {
      statement_timeout: limits.statementTimeoutMs,
      lock_timeout: limits.lockTimeoutMs,
      idle_in_transaction_session_timeout: limits.idleTransactionMs,
      options: [always, plansOnce(wishes) && genericPlans, wishes.readsOnly && readingOnly]
        .filter(Boolean)
        .join(' '),
    }),
  }
}

/** No statement of ours is worth compiling: each is over sooner. What is locked is read after that, whatever a server has for its default. */
const always = '-c TimeZone=UTC -c jit=off -c default_transaction_isolation=read\\ committed'
const readingOnly = '-c default_transaction_read_only=on'
const genericPlans = '-c plan_cache_mode=force_generic_plan'

/**
 * What is said all day is planned once for each connection and not each time for the values that it has: with parts of many years a plan takes ten times
 * as long as what it is for. Lists are asked for in so many ways that each is worth its own, and so is what may take as long as it takes.
 */
function plansOnce({ readsOnly, statementTimeoutMs }: ConnectionWishes): boolean {
  return !readsOnly && statementTimeoutMs !== 0
}

export function limitsOf(wishes: ConnectionWishes): Limits {
  const { statementTimeoutMs = 10_000, lockTimeoutMs = 5_000 } = wishes
  return { statementTimeoutMs, lockTimeoutMs, idleTransactionMs: 15_000, plansOnce: plansOnce(wishes) }
}

/** Where to connect, in the driver's words: all of them, since one address may take the place of another. */
export function addressOf(url: string): pg.ClientConfig {
  const socket = socketOfUrl(url)
  return socket
    ? {
        connectionString: undefined,
        host: socket.folder,
        port: socket.port,
        user: socket.user,
        database: socket.database,
      }
    : { connectionString: url }
}

/** `bigint` columns come as BigInt, so that no amount is ever rounded. */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: unknown) => {
  if (oid === int8) return BigInt
  const standard = pg.types.getTypeParser(oid, format as 'text')
  return oid === int8List ? (text: string) => (standard(text) as string[]).map(BigInt) : standard
}

const int8 = 20
const int8List = 1016
