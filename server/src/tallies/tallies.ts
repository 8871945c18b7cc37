import type { World } from '../world/world.ts'
import { forgetOldTallies } from './add-tallies.ts'
import { forgetOldRings } from './count-rings.ts'

export { type AttemptCount, type AttemptLimit, countAttempts } from './count-attempts.ts'
export { type CountRequest, countRequests } from './count-requests.ts'
export { countPrompts, type RingCount } from './count-rings.ts'

export function chores({ world: { sql, clock } }: { world: World }) {
  return [
    { name: 'tallies.forget', everyMs: 60_000, work: () => forgetOldTallies(sql, clock.now()) },
    { name: 'tallies.forget-rings', everyMs: 60_000, work: () => forgetOldRings(sql, clock.now()) },
  ]
}
