import { setTimeout as sleep } from 'node:timers/promises'
import type { CollectionRow } from '../collections/collections.ts'
import type { Database } from '../database/database.ts'
import { gather } from '../primitives/gather.ts'

export type AwaitOutcome = (
  collection: CollectionRow,
  until: { withinMs: number; gone: AbortSignal },
) => Promise<CollectionRow>

/** Soon at first, because many answers come at once; then as often as somebody who looks at a phone would notice. */
const pausesMs = [50, 100, 150, 200, 300, 500]
const laterMs = 1_000

/**
 * Waits until a payment is no longer under way, its time is up or nobody waits any more. In between nothing is held, and all who look at the same
 * moment share one query: whatever process hears of the outcome, it is written where all of them look.
 */
export function outcomeAwaiter(sql: Database): AwaitOutcome {
  const find = gather<string, CollectionRow | undefined>(
    async (ids) => {
      const rows = await sql<CollectionRow[]>`select * from collections where id = any(${ids}::uuid[])`
      const found = new Map(rows.map((row) => [row.id, row]))
      return ids.map((id) => found.get(id))
    },
    { most: 500, atOnce: 1 },
  )
  return async (collection, { withinMs, gone }) => {
    const deadline = performance.now() + withinMs
    let present = collection
    for (let look = 0; present.status === 'processing' && !gone.aborted; look++) {
      const pauseMs = pausesMs[look] ?? laterMs
      if (performance.now() + pauseMs > deadline) break
      await sleep(pauseMs, undefined, { signal: gone }).catch(() => undefined)
      if (!gone.aborted) present = (await find(collection.id)) ?? present
    }
    return present
  }
}
