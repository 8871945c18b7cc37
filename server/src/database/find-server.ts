import pg from 'pg'
import { StartRefused } from '../primitives/start-refused.ts'
import { awayOr, DatabaseAway } from './database-away.ts'
import { describeUrl } from './database-url.ts'
import type { Pooler } from './limit-statements.ts'
import { addressOf } from './pool-options.ts'

/** What is at the other end of a connection. */
export type Server = { url: string; pooler: Pooler | undefined }

// A host that is there answers at once, and the next one should still be asked before a caller gives up.
const hostLimitMs = 2_500

/** The first of the hosts, asked in turn, that can be written to. A single one is taken as it is. */
export async function findServer(urls: string[]): Promise<Server> {
  const failures: unknown[] = []
  for (const url of urls) {
    try {
      return await examine(url, urls.length > 1)
    } catch (error) {
      if (error instanceof StartRefused || urls.length === 1) throw error
      failures.push(error)
    }
  }
  const reasons = failures.map((error) => (error instanceof Error ? error.message : String(error)))
  throw new DatabaseAway(reasons.join('; '), { cause: failures.at(-1) })
}

async function examine(url: string, mustTakeWrites: boolean): Promise<Server> {
  const client = new pg.Client({
    ...addressOf(url),
    application_name: 'malipo looking',
    connectionTimeoutMillis: hostLimitMs,
    query_timeout: hostLimitMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(
      `select pg_backend_pid() as pid, current_setting('transaction_read_only') = 'on' as read_only`,
    )
    if (mustTakeWrites && rows[0]?.read_only === true)
      throw new DatabaseAway(`the ${describeUrl(url)} takes no writes`)
    return { url, pooler: rows[0]?.pid === processOf(client) ? undefined : await poolerBehind(client) }
  } catch (error) {
    return awayOr(error)
  } finally {
    await client.end().catch(() => {})
  }
}

/** The process that was introduced to us. A pooler introduces itself, and then lets some other one answer. */
function processOf(client: pg.Client): number | null {
  return (client as unknown as { processID: number | null }).processID
}

/** A pooler that keeps names gives the server others: whoever finds theirs there unchanged is alone with them. */
async function poolerBehind(client: pg.Client): Promise<Pooler> {
  await beginAndEnd(client)
  const name = 'malipo_looks_for_names'
  const text = 'select 1 from pg_prepared_statements where name = $1'
  await client.query('begin')
  try {
    const { rows } = await client.query({ name, text, values: [name] })
    if (rows.length > 0) await client.query(`deallocate ${name}`)
    return { keepsNames: rows.length === 0 }
  } catch (error) {
    // Somebody else's was left on the session that we were given: names are not kept apart.
    if ((error as { code?: string }).code === '42P05') return { keepsNames: false }
    throw error
  } finally {
    await client.query('rollback').catch(() => {})
  }
}

async function beginAndEnd(client: pg.Client): Promise<void> {
  try {
    await client.query('begin')
    await client.query('rollback')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartRefused(
      `The pooler at DATABASE_URL keeps no transactions (${reason}): set its pool_mode to transaction.`,
      { cause: error },
    )
  }
}
