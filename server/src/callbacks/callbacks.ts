import type { Chore } from '../jobs/jobs.ts'
import { daysBefore, keptDays } from '../primitives/clock.ts'
import type { World } from '../world/world.ts'
import { dropOldCallbacks } from './store-callbacks.ts'
import type { CallbackTaker } from './take-callbacks.ts'

export { routes } from './callback-routes.ts'
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
