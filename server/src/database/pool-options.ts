import pg from 'pg'
import { socketOfUrl } from './database-url.ts'

export type ConnectionWishes = {
  url: string
  poolSize: number
  applicationName: string
  /** Longer for migrations; zero means no limit. */
  statementTimeoutMs?: number
  lockTimeoutMs?: number
  /** How long to wait for a new or a free connection. */
  waitForConnectionMs?: number
  /** How many may wait for a free connection; whoever comes then is told at once. Absent: no limit but the time. */
  mostWaiting?: number
}

/** Everything has a limit: connecting, waiting for a connection, a statement, a lock, silence, an idle transaction. */
export function poolOptions(wishes: ConnectionWishes): pg.PoolConfig {
  const statementTimeoutMs = wishes.statementTimeoutMs ?? 10_000
  const socket = socketOfUrl(wishes.url)
  return {
    ...(socket
      ? { host: socket.folder, port: socket.port, user: socket.user, database: socket.database }
      : { connectionString: wishes.url }),
    max: wishes.poolSize,
    application_name: wishes.applicationName,
    // A full pool is told, not waited for without end.
    connectionTimeoutMillis: wishes.waitForConnectionMs ?? 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    // The server itself ends every statement in time, so twice that time without an answer is no server.
    query_timeout: 2 * statementTimeoutMs,
    lock_timeout: wishes.lockTimeoutMs ?? 5_000,
    idle_in_transaction_session_timeout: 15_000,
    options: '-c TimeZone=UTC',
    types: { getTypeParser },
  }
}

/** `bigint` columns come as BigInt, so that no amount is ever rounded. */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: unknown) => {
  if (oid === int8) return BigInt
  const standard = pg.types.getTypeParser(oid, format as 'text')
  return oid === int8List ? (text: string) => (standard(text) as string[]).map(BigInt) : standard
}

const int8 = 20
const int8List = 1016
