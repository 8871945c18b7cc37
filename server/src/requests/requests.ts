import { deleteOld, type KeptByTime, keepByTime } from '../database/database.ts'
import type { Chore } from '../jobs/jobs.ts'
import { endOf, readRetention } from '../retention/retention.ts'
import type { World } from '../world/world.ts'

export { type NotKept, type RequestKeeper, requestKeeper } from './keep-requests.ts'
export { routes } from './request-routes.ts'

/** A partition for each day, because they are large and each has people's numbers in it, if only three digits. */
export const requests: KeptByTime = {
  table: 'requests',
  key: 'id',
  keptDays: 7,
  spanDays: 1,
  arrived: 'created_at',
}

export function chores({ world }: { world: World }): Chore[] {
  const counts = { table: 'request_counts', column: 'day' }
  const forget = async () => deleteOld(world.sql, counts, await endOf(world, 'requests_days'))
  const keep = async () =>
    keepByTime(world, { ...requests, keptDays: (await readRetention(world.sql)).requests_days })
  return [
    { name: 'requests.keep', everyMs: 600_000, work: keep },
    { name: 'request-counts.forget', everyMs: 600_000, work: forget },
  ]
}
