import { deleteOld } from '../database/database.ts'
import type { Chore } from '../jobs/jobs.ts'
import { daysBefore } from '../primitives/clock.ts'
import type { World } from '../world/world.ts'

export { routes } from './notification-routes.ts'
export { type Notice, notify } from './notify.ts'

/** A year and a little more: what was told last year at this time can still be read. What it was about stays for ever. */
const keptDays = 400

export function chores({ world: { sql, clock } }: { world: World }): Chore[] {
  const told = { table: 'notifications', column: 'created_at' }
  const work = () => deleteOld(sql, told, daysBefore(clock.now(), keptDays))
  return [{ name: 'notifications.forget', everyMs: 600_000, work }]
}
