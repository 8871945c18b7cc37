import { deleteOld } from '../database/database.ts'
import type { Chore } from '../jobs/jobs.ts'
import { daysBefore } from '../primitives/clock.ts'
import type { World } from '../world/world.ts'
import { watchCauses } from './watch-causes.ts'

export { type Alert, alertOperators, type Cause, closeAlerts } from './alert-operators.ts'
export { routes } from './alert-routes.ts'
export { readWaits } from './read-waits.ts'

/** Long enough to see in a quarter how often something came back. */
const keptDays = 90

export function chores(parts: {
  world: World
  config: { alertAfterMs: number; booksCheckedEveryMs: number }
}): Chore[] {
  const { world, config } = parts
  const over = { table: 'alerts', column: 'resolved_at', only: 'resolved_at is not null' }
  return [
    {
      name: 'alerts.watch',
      everyMs: 30_000,
      work: () =>
        watchCauses({ world, tooLongMs: config.alertAfterMs, booksEveryMs: config.booksCheckedEveryMs }),
    },
    {
      name: 'alerts.forget',
      everyMs: 3_600_000,
      work: () => deleteOld(world.sql, over, daysBefore(world.clock.now(), keptDays)),
    },
  ]
}
