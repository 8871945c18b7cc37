import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { socketPort } from './socket-folder.ts'

/**
 * One connection that every process keeps for as long as it uses the cluster. It tells the others that somebody is here,
 * and its end tells us that the server is gone.
 */
export type Presence = {
  lost: Promise<void>
  /** Leaves. True if nobody else is left: then we hold a lock that keeps newcomers out until the server is stopped. */
  leave(): Promise<boolean>
  end(): Promise<void>
}

/** Why there is no presence: it is busy (starting, stopping), or it does not answer. */
export type NoPresence = { busy: boolean; because: string }

const presenceName = 'malipo presence'
// Any number that nobody else on this cluster uses; all presences meet in the database `postgres`.
const presenceLock = 7_245_001

export async function announcePresence(socketFolder: string): Promise<Presence | NoPresence> {
  const lost = Promise.withResolvers<void>()
  const client = new pg.Client({
    host: socketFolder,
    port: socketPort,
    user: 'postgres',
    database: 'postgres',
    connectionTimeoutMillis: 3_000,
    application_name: presenceName,
    statement_timeout: 3_000,
    query_timeout: 3_000,
  })
  client.on('error', () => {})
  client.on('end', () => lost.resolve())
  const end = () => client.end().catch(() => {})
  try {
    await client.connect()
    const { rows } = await client.query(`select pg_try_advisory_lock_shared(${presenceLock}) as joined`)
    if (rows[0]?.joined === true) return { lost: lost.promise, leave: () => leave(client), end }
    await end()
    return { busy: true, because: 'it is about to stop' }
  } catch (error) {
    await end()
    const { code, message } = error as { code?: string; message: string }
    return { busy: code === '57P03', because: message }
  }
}

async function leave(client: pg.Client): Promise<boolean> {
  await client.query(`select pg_advisory_unlock_shared(${presenceLock})`)
  const { rows } = await client.query(`select pg_try_advisory_lock(${presenceLock}) as last`)
  if (rows[0]?.last !== true) return false
  // Connections that our own pool has just closed are listed for another moment.
  const deadline = performance.now() + 1_000
  while (performance.now() < deadline) {
    const others = await client.query(
      `select 1 from pg_stat_activity
       where backend_type = 'client backend' and application_name <> $1 limit 1`,
      [presenceName],
    )
    if (others.rows.length === 0) return true
    await sleep(20)
  }
  return false
}
