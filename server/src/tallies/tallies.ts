import type { World } from '../world/world.ts'
import { forgetOldTallies } from './add-tallies.ts'

export { type AttemptCount, type AttemptLimit, countAttempts } from './count-attempts.ts'
export { type CountRequest, countRequests } from './count-requests.ts'

export function chores({ world: { sql, clock } }: { world: World }) {
  return [{ name: 'tallies.forget', everyMs: 60_000, work: () => forgetOldTallies(sql, clock.now()) }]
}
