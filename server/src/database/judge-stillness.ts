import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './connect-database.ts'

/** A database that answers anybody does so within milliseconds. */
const patienceMs = 500

/**
 * Tells whether nobody is answered just now: then whoever waits does not wait for somebody else, who is no quicker. A pooler does so for the
 * seconds of a planned switchover. A database that is gone says so, which is an answer. One question at a time, whoever asks.
 */
export function stillnessJudge(sql: Database): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined

  async function ask(): Promise<boolean> {
    const answered = sql`select 1`.then(
      () => false,
      () => false,
    )
    const patience = new AbortController()
    const silence = sleep(patienceMs, true, { signal: patience.signal, ref: false }).catch(() => true)
    return await Promise.race([answered, silence]).finally(() => {
      patience.abort()
      asking = undefined
    })
  }

  return () => {
    asking ??= ask()
    return asking
  }
}
