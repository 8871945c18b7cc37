import { operations } from '@malipo/contract'
import { type Route, route } from '../http/http.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { CallbackTaker } from './take-callbacks.ts'

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
