import pg from 'pg'
import { boundAbandoned } from './abandoned-sessions.ts'
import { awayOr, DatabaseAway, isDatabaseAway } from './database-away.ts'
import { followPrimary } from './follow-primary.ts'
import { liftLeftEnd } from './lift-left-end.ts'
import { limitStatements } from './limit-statements.ts'
import { type ConnectionWishes, limitsOf, poolOptions } from './pool-options.ts'
import { type Rows, rowsOf, type SqlTag, sqlTag } from './sql-tag.ts'

export type Transaction = SqlTag & {
  /** For statements without parameters, several at once if need be. Never with a caller's text. */
  unsafe(text: string): Promise<Rows<Record<string, unknown>>>
  /** Work that may fail without taking the transaction with it. */
  savepoint<Result>(work: Work<Result>): Promise<Result>
  /** Leaves work for right before the commit: what holds a lock that everybody needs shall hold it shortly. */
  lastly(work: Work<void>): void
}

type Query = pg.QueryConfig | string

export type Work<Result> = (tx: Transaction) => PromiseLike<Result>

export type Database = Omit<Transaction, 'savepoint' | 'lastly'> &
  SqlTag & {
    /** Commits when the work is done, rolls back when it throws. `mode` follows the word `begin`. */
    begin<Result>(work: Work<Result>): Promise<Result>
    begin<Result>(mode: string, work: Work<Result>): Promise<Result>
    /** For what takes as long as it takes: on a connection of its own, where no statement is ended for its length. */
    unhurried<Result>(work: (patient: Database) => Promise<Result>): Promise<Result>
    end(options?: { timeout?: number }): Promise<void>
    pool: pg.Pool
  }

/** One that also runs what was put together elsewhere. */
export type Connected = Database & { run(query: Query): Promise<pg.QueryResult> }

/** Opens a pool. Nothing is sent until the first query, and a pool whose server went away heals by itself. */
export function connectDatabase(wishes: ConnectionWishes): Connected {
  const pool = new pg.Pool(poolOptions(wishes))
  // A lost connection is replaced when one is needed; without listeners it would end the process, idle or in use.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (wishes.pooler) limitStatements(client, limitsOf(wishes), wishes.pooler)
  })

  // A pooler has bounds of its own.
  if (!wishes.pooler) boundAbandoned(pool, wishes.poolSize)

  const primary = followPrimary(pool, wishes)
  const orFollow = (error: unknown): Promise<never> => {
    if (error instanceof DatabaseAway) primary.seek()
    return liftLeftEnd(pool, error)
  }

  const commitMs = limitsOf(wishes).statementTimeoutMs
  const most = wishes.mostWaiting ?? Number.POSITIVE_INFINITY
  function refuseQueue(): void {
    if (pool.waitingCount >= most) throw new DatabaseAway(`${most} wait for a connection already`)
  }

  async function begin<Result>(mode: string | Work<Result>, work?: Work<Result>): Promise<Result> {
    const inside = typeof mode === 'string' ? work : mode
    if (inside === undefined) throw new TypeError('begin needs a function')
    refuseQueue()
    const beginning = typeof mode === 'string' ? `begin ${mode}` : 'begin'
    return await transact(pool, { beginning, commitMs, firstly: wishes.firstly }, inside).catch(orFollow)
  }

  async function unhurried<Result>(work: (patient: Database) => Promise<Result>): Promise<Result> {
    const patient = connectDatabase({ ...wishes, ...primary.place(), poolSize: 1, statementTimeoutMs: 0 })
    try {
      return await work(patient)
    } finally {
      await patient.end()
    }
  }

  async function end({ timeout = 5 } = {}): Promise<void> {
    const giveUp = Promise.withResolvers<void>()
    const timer = setTimeout(giveUp.resolve, timeout * 1000)
    await Promise.race([pool.end(), giveUp.promise])
    clearTimeout(timer)
  }

  const run = async (query: Query) => {
    refuseQueue()
    const asked = wishes.firstly ? askAfter(pool, wishes.firstly, query) : pool.query(query)
    return await asked.catch(awayOr).catch(orFollow)
  }
  return Object.assign(sqlTag(run), {
    run,
    unsafe: async (text: string) => rowsOf<Record<string, unknown>>(await run(text)),
    begin,
    unhurried,
    end,
    pool,
  })
}

/** `commitMs` is ours to keep: the server lets a commit wait for its standby for ever. */
type Bounds = { beginning: string; commitMs: number; firstly: ConnectionWishes['firstly'] }

async function transact<Result>(
  pool: pg.Pool,
  { beginning, commitMs, firstly }: Bounds,
  work: Work<Result>,
): Promise<Result> {
  const client = await pool.connect().catch(awayOr)
  let broken: Error | undefined
  try {
    const run = (query: Query) => client.query(query).catch(awayOr)
    await firstly?.(client)
    await run(beginning)
    const left: Work<void>[] = []
    const tx = transactionOn(run, left)
    const result = await work(tx)
    for (const one of left) await one(tx)
    const commit: pg.QueryConfig & { query_timeout: number } = { text: 'commit', query_timeout: commitMs }
    const { command } = await run(commit)
    // The server answers so when a failed statement was swallowed: nothing was kept, and nobody may think it was.
    if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command} instead of a commit`)
    return result
  } catch (error) {
    broken = error instanceof DatabaseAway ? error : await rollBack(client)
    throw error
  } finally {
    client.release(broken)
  }
}

/** `left` gathers what is to be done right before the commit. */
function transactionOn(run: (query: Query) => Promise<pg.QueryResult>, left: Work<void>[]): Transaction {
  async function savepoint<Result>(work: Work<Result>): Promise<Result> {
    await run('savepoint inner_work')
    try {
      const leftInside: Work<void>[] = []
      const result = await work(transactionOn(run, leftInside))
      await run('release savepoint inner_work')
      left.push(...leftInside)
      return result
    } catch (error) {
      // Both, because a name may be used again inside: rolling back alone would leave ours on the stack.
      if (!(error instanceof DatabaseAway))
        await run('rollback to savepoint inner_work; release savepoint inner_work')
      throw error
    }
  }
  return Object.assign(sqlTag(run), {
    unsafe: async (text: string) => rowsOf<Record<string, unknown>>(await run(text)),
    savepoint,
    lastly: (work: Work<void>) => void left.push(work),
  })
}

async function askAfter(
  pool: pg.Pool,
  firstly: NonNullable<ConnectionWishes['firstly']>,
  query: Query,
): Promise<pg.QueryResult> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await firstly(client)
    return await client.query(query)
  } catch (error) {
    if (error instanceof Error && isDatabaseAway(error)) broken = error
    throw error
  } finally {
    client.release(broken)
  }
}

/** A connection that cannot even roll back is thrown away. */
async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
