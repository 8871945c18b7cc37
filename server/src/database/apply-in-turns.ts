import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefused } from '../primitives/start-refused.ts'
import type { Database, Transaction } from './connect-database.ts'
import { isDatabaseAway } from './database-away.ts'
import { isPassingFault } from './passing-fault.ts'

/** Whoever waits for the lock of a whole table holds up all who come after, so nobody waits for it longer than this. */
export const lockWaitMs = 1_000

// Between two turns those who were held up get through. The last one is repeated.
const pausesMs = [100, 200, 500, 1_000, 2_000]

export type Turns = {
  /** Of the migration. */
  name: string
  /** Until when others may be in the way, by `performance.now()`. */
  deadline: number
  /** Another connection, from which the waiting is watched. */
  watcher: Database
}

/** Changes tables in a transaction, again and again while others hold what it needs. */
export async function applyInTurns(
  sql: Database,
  text: string,
  { name, deadline, watcher }: Turns,
  afterwards: (tx: Transaction) => Promise<void> = async () => {},
): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    try {
      return await sql.begin(async (tx) => {
        await waitShortly(tx, watcher, () => tx.unsafe(text))
        await afterwards(tx)
      })
    } catch (error) {
      const inTheWay = isPassingFault(error) && !isDatabaseAway(error)
      if (!inTheWay || performance.now() > deadline) throw refusalOf(name, error, inTheWay)
      await sleep(pausesMs[Math.min(turn, pausesMs.length - 1)])
    }
  }
}

export function refusalOf(name: string, error: unknown, inTheWay: boolean): StartRefused {
  const reason = error instanceof Error ? error.message : String(error)
  const advice = inTheWay ? '. Look in pg_stat_activity for a transaction that has been open for long' : ''
  return new StartRefused(`Migration ${name} failed and was rolled back: ${reason}${advice}`, {
    cause: error,
  })
}

const looksEveryMs = 50

/**
 * The server's limit is for each lock. A table by time is locked part by part, and all who come wait for the sum: what has waited for too
 * long in all is ended. How long it works is its own affair.
 */
async function waitShortly(tx: Transaction, watcher: Database, work: () => Promise<unknown>): Promise<void> {
  const [backend] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
  const pid = backend?.pid ?? 0
  const over = new AbortController()
  // Should it fail, each lock has its limit still.
  const watched = endLongWait(watcher, pid, over.signal).catch(() => {})
  try {
    await work()
  } finally {
    over.abort()
    // Nobody is left who could end what comes after this, the commit least of all.
    await watched
  }
}

async function endLongWait(watcher: Database, pid: number, over: AbortSignal): Promise<void> {
  let waitedMs = 0
  for (let seenAt = performance.now(); !over.aborted; ) {
    await sleep(looksEveryMs, undefined, { signal: over })
    const [seen] = await watcher<{ waits: boolean }[]>`
      select wait_event_type is not distinct from 'Lock' as waits from pg_stat_activity where pid = ${pid}`
    const now = performance.now()
    if (seen?.waits) waitedMs += now - seenAt
    seenAt = now
    if (waitedMs > lockWaitMs && !over.aborted) await watcher`select pg_cancel_backend(${pid})`
  }
}
