import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Fragment, Transaction } from '../database/database.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'

/** How long a repeated request waits for the first one, and the longest it takes to notice that it has ended. */
const patienceMs = 5_000
const longestPauseMs = 500

/**
 * Whether nobody else is working under an idempotency key now; if so, it is ours until the end of the transaction. Never
 * waits. Everybody who claims a key asks this first, so that no insert ever waits for somebody else's key.
 */
export function keyIsFree(
  sql: Database | Transaction,
  scope: Fragment,
  environment: Fragment,
  key: Fragment,
): Fragment {
  return sql`pg_try_advisory_xact_lock(
    hashtextextended(${scope}::text || ' ' || ${environment}::text || ' ' || ${key}::text, 0))`
}

/**
 * Tries again for as long as the first request under the key is still running. Between the tries it holds nothing, no
 * connection and no place in a batch, so that it keeps nobody else waiting.
 */
export async function waitForTheFirst<Result>(
  { pause = sleep }: Pick<World, 'pause'>,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const deadline = performance.now() + patienceMs
  for (let pauseMs = 10; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await attempt()
    } catch (error) {
      const isRunning = error instanceof Refusal && error.code === 'idempotency_in_progress'
      if (!isRunning || performance.now() > deadline) throw error
    }
    await pause(pauseMs)
  }
}
