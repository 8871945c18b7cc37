import type { Chore } from '../jobs/jobs.ts'
import { daysBefore, keptDays } from '../primitives/clock.ts'
import type { World } from '../world/world.ts'
import { forgetOldDeliveries } from './forget-old-deliveries.ts'

export { routes } from './delivery-routes.ts'

export function chores({ world: { sql, clock } }: { world: World }): Chore[] {
  const work = () => forgetOldDeliveries(sql, daysBefore(clock.now(), keptDays))
  return [{ name: 'webhook-deliveries.forget', everyMs: 3_600_000, work }]
}
