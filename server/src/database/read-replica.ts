import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { gather } from '../primitives/gather.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import { type Connected, connectDatabase, type Database } from './connect-database.ts'
import { DatabaseAway } from './database-away.ts'
import { describeUrl } from './database-url.ts'
import type { ConnectionWishes } from './pool-options.ts'
import { sqlTag } from './sql-tag.ts'

export type Replica = {
  /** For reading only. */
  sql: Database
  /** How many times it was the replica that was read, and how many times the primary in its place. */
  counts: { replica: number; primary: number }
  /** One that is away, or no standby, is told of, and the service runs without it. That of somebody else is a mistake, and refused. */
  examine(log: (line: string) => void): Promise<void>
}

/** As long as a replica that lags is waited for, before the primary is read instead. */
const patienceMs = 200
const lookEveryMs = 5

/** One that lagged or was away is left alone for so long, so that not everybody waits for it in vain. */
const restMs = 1_000

/** It has not applied, within our patience, what was committed when the reading began. */
class Behind extends Error {
  override name = 'Behind'
}

/**
 * Reads from a replica, though never from the past: before each reading the primary is asked how far its log is flushed, and the connection to the
 * replica, whether that much is applied. So whoever was told of a change sees it, whichever process told them. While a replica lags, is away,
 * was promoted or belongs to somebody else, the primary is read.
 */
export function openReplica(primary: Connected, wishes: ConnectionWishes): Replica {
  const counts = { replica: 0, primary: 0 }
  const flushed = gather(
    async (asking: null[]) => {
      const [log] = await primary<Place[]>`
        select lsn::text, left(pg_walfile_name(lsn), 8) as timeline from pg_current_wal_flush_lsn() as lsn`
      if (log === undefined) throw new DatabaseAway('The primary does not say how far its log is flushed.')
      return asking.map(() => log)
    },
    { most: 1_000, atOnce: 1 },
  )
  const ours = new WeakSet<pg.PoolClient>()

  async function refuseOthers(client: pg.PoolClient): Promise<void> {
    if (ours.has(client)) return
    const [[own], theirs] = await Promise.all([
      primary<{ id: string }[]>`select id from installation`,
      client.query<{ id: string }>('select id from installation'),
    ])
    if (own === undefined || own.id !== theirs.rows[0]?.id)
      throw new DatabaseAway('The replica is not one of this installation.')
    ours.add(client)
  }

  async function catchUp(client: pg.PoolClient): Promise<void> {
    await refuseOthers(client)
    const { lsn, timeline } = await flushed(null)
    const asked = { name: 'malipo_is_applied', text: isApplied, values: [lsn, timeline] }
    const deadline = performance.now() + patienceMs
    for (;;) {
      const { rows } = await client.query<{ there: boolean }>(asked)
      if (rows[0]?.there) return
      if (performance.now() > deadline) throw new Behind('The replica lags.')
      await sleep(lookEveryMs)
    }
  }

  const replica = connectDatabase({ ...wishes, firstly: catchUp })
  let restsUntil = Number.NEGATIVE_INFINITY

  async function read<Result>(from: (sql: Connected) => Promise<Result>): Promise<Result> {
    if (performance.now() >= restsUntil) {
      try {
        const result = await from(replica)
        counts.replica += 1
        return result
      } catch (error) {
        if (!isForThePrimary(error)) throw error
        if (!isConflict(error)) restsUntil = performance.now() + restMs
      }
    }
    counts.primary += 1
    return await from(primary)
  }

  const sql = Object.assign(
    sqlTag((query) => read((database) => database.run(query))),
    {
      unsafe: (text: string) => read((database) => database.unsafe(text)),
      begin: (...given: Parameters<Database['begin']>) => read((database) => database.begin(...given)),
      unhurried: primary.unhurried,
      end: replica.end,
      pool: replica.pool,
    },
  ) as Database
  return { sql, counts, examine: (log) => examine(primary, wishes, log) }
}

/** How far a log goes, and whose: after each promotion a history of its own begins. */
type Place = { lsn: string; timeline: string }

// A server that has been promoted says no: it may lead a history of its own. So does one that follows another history than the primary's, in which
// the same place means something else; what it writes down of that is as old as its last checkpoint, so that it may say no for too long, and never yes.
const isApplied = `
  select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn
    and lpad(upper(to_hex((select timeline_id from pg_control_checkpoint()))), 8, '0') = $2 as there`

function isForThePrimary(error: unknown): boolean {
  return error instanceof Behind || error instanceof DatabaseAway || isConflict(error)
}

/** What is applied takes away rows that a reading still needed: the replica ends the reading. */
function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '40001'
}

async function examine(
  primary: Database,
  wishes: ConnectionWishes,
  log: (line: string) => void,
): Promise<void> {
  const place = describeUrl(wishes.url)
  const told = (what: string) =>
    log(`READ_REPLICA_URL: the ${place} ${what}. Lists are read from the primary meanwhile.`)
  const looked = connectDatabase({ ...wishes, poolSize: 1 })
  try {
    const [own] = await primary<{ id: string }[]>`select id from installation`
    const [found] = await looked<{ id: string | null; follows: boolean }[]>`
      select (select id from installation) as id, pg_is_in_recovery() as follows`
    if (own !== undefined && found?.id && found.id !== own.id)
      throw new StartRefused(`READ_REPLICA_URL leads to the ${place} of another installation.`)
    if (!found?.follows) told('is no standby')
  } catch (error) {
    if (error instanceof StartRefused) throw error
    told(`cannot be read (${error instanceof Error ? error.message : error})`)
  } finally {
    await looked.end({ timeout: 1 })
  }
}
