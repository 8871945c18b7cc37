import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './connect-database.ts'
import { DatabaseAway } from './database-away.ts'

/** A healthy commit takes milliseconds; whoever asks about readiness waits a few seconds at most. */
const patienceMs = 2_000

/** However often it is asked about, one write a second is enough to know. */
const goodForMs = 1_000

/**
 * Tells whether the database takes writes, by making one that touches no table: a file of a few hundred kilobytes that is
 * gone at once (is there room?), and a record in the log that nobody reads (is it flushed, and does the standby that must
 * confirm it do so?). One at a time: while a question is without an answer, the next would only hang beside it.
 */
export function writingJudge(sql: Database): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined
  let wroteAt = Number.NEGATIVE_INFINITY

  async function ask(): Promise<boolean> {
    try {
      await sql.begin(async (tx) => {
        await tx.unsafe(`set local work_mem = '64kB'; select count(*) from generate_series(1, 20000)`)
        const [row] = await tx`
          select pg_logical_emit_message(true, 'malipo', 'ready'), current_setting('transaction_read_only') as read_only`
        // A session keeps what it began with; thrown away, it leaves its place to one that may write.
        if (row?.read_only !== 'off') throw new DatabaseAway('The database is read-only')
      })
      wroteAt = performance.now()
      return true
    } catch {
      return false
    } finally {
      asking = undefined
    }
  }

  return async () => {
    if (performance.now() - wroteAt < goodForMs) return true
    asking ??= ask()
    const patience = new AbortController()
    const silence = sleep(patienceMs, false, { signal: patience.signal, ref: false }).catch(() => false)
    return await Promise.race([asking, silence]).finally(() => patience.abort())
  }
}
