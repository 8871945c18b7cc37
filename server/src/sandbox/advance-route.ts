import { operations } from '@malipo/contract'
import { type Route, route } from '../http/http.ts'
import type { Hasten } from '../jobs/jobs.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'

/** Asks one room after the other whose id it is; ids are nobody else's. */
export function advanceRoute({ clock }: World, hasteners: readonly Hasten[]): Route {
  return route(operations.advanceSandbox, ({ body, caller, idempotently }) =>
    idempotently(async (tx) => {
      const id = body.id.toLowerCase()
      const now = clock.now()
      for (const hasten of hasteners) {
        const hastened = await hasten(tx, caller, id, now)
        if (hastened === null) continue
        const { what, wasDueAt } = hastened
        return {
          ...{ id, what, was_due_at: wasDueAt?.toISOString() ?? null },
          due_at: (wasDueAt !== null && wasDueAt < now ? wasDueAt : now).toISOString(),
        }
      }
      throw new Refusal('not_found')
    }),
  )
}
