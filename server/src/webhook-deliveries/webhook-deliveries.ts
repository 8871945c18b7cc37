import { type KeptByTime, keepByTime } from '../database/database.ts'
import type { Chore } from '../jobs/jobs.ts'
import { keptDays } from '../primitives/clock.ts'
import type { World } from '../world/world.ts'

export { routes } from './delivery-routes.ts'
export { hastenDelivery } from './hasten-delivery.ts'

/** What is owed is looked for in every partition, so there are few of them. */
export const deliveries: KeptByTime = {
  table: 'webhook_deliveries',
  key: 'id',
  keptDays,
  spanDays: 15,
  needed: 'due_at is not null',
  followers: [{ table: 'webhook_attempts', key: 'delivery_id' }],
}

export function chores({ world }: { world: World }): Chore[] {
  return [{ name: 'webhook-deliveries.keep', everyMs: 600_000, work: () => keepByTime(world, deliveries) }]
}
