import { operations } from '@malipo/contract'
import { type Route, route } from '../http/http.ts'
import type { Chore } from '../jobs/jobs.ts'
import { daysBefore, keptDays } from '../primitives/clock.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { dropOldCallbacks } from './store-callbacks.ts'
import type { CallbackTaker } from './take-callbacks.ts'

export type { SubjectKind } from './callback-subject.ts'
export { type CallbackTaker, callbackTaker } from './take-callbacks.ts'

export function chores({
  world: { sql, clock },
  callbacks,
}: {
  world: World
  callbacks: CallbackTaker
}): Chore[] {
  const drop = () => dropOldCallbacks(sql, daysBefore(clock.now(), keptDays))
  return [
    { name: 'callbacks.take-forgotten', everyMs: 10_000, work: callbacks.takeForgotten },
    { name: 'callbacks.drop-old', everyMs: 3_600_000, work: drop },
  ]
}

export function routes({ callbacks: { take, takeAtInterface } }: { callbacks: CallbackTaker }): Route[] {
  return [
    route(operations.takeCallback, async ({ body, allHeaders }) => {
      if (!Buffer.isBuffer(body)) throw new Refusal('invalid_json')
      const taken = await takeAtInterface({ headers: allHeaders(), body })
      if (taken === null) throw new Refusal('invalid_signature')
      return { event_id: taken.eventId, outcome: taken.outcome, status: taken.status }
    }),
    route(operations.takeProviderCallback, async ({ params, body, allHeaders }) => {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      const taken = await take(params.name, { headers: allHeaders(), body: bytes })
      if (taken === null) return { event_id: null, outcome: 'hint' as const, status: null }
      return { event_id: taken.eventId, outcome: taken.outcome, status: taken.status }
    }),
  ]
}
