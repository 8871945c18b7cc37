import { operations } from '@malipo/contract'
import { type Route, route } from '../http/http.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { CallbackTaker } from './take-callbacks.ts'

export function callbackRoutes({ take }: CallbackTaker): Route[] {
  return [
    route(operations.takeCallback, async ({ body, allHeaders }) => {
      if (!Buffer.isBuffer(body)) throw new Refusal('invalid_json')
      const taken = await take({ headers: allHeaders(), body }, 'refuse')
      if (taken === null) throw new Refusal('invalid_signature')
      return { event_id: taken.eventId, outcome: taken.outcome, status: taken.status }
    }),
  ]
}
