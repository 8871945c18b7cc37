import type { Route } from '../http/http.ts'
import type { Hasten } from '../jobs/jobs.ts'
import type { PendingTotal } from '../merchants/merchants.ts'
import type { World } from '../world/world.ts'
import { advanceRoute } from './advance-route.ts'
import { messageRoutes } from './message-routes.ts'
import { subscriberRoutes, topUpRoute } from './money-routes.ts'
import { profileRoutes } from './profile-routes.ts'
import { type PromptParts, promptRoutes } from './prompt-routes.ts'

/** Where a merchant's developer turns the knobs of the simulated network. */
export function routes({
  world,
  pendingTotal,
  hasteners,
  ...parts
}: PromptParts & { world: World; pendingTotal: PendingTotal; hasteners: readonly Hasten[] }): Route[] {
  return [
    ...profileRoutes(world),
    topUpRoute(world, pendingTotal),
    advanceRoute(world, hasteners),
    ...messageRoutes(world),
    ...promptRoutes(world, parts),
    ...subscriberRoutes(world),
  ]
}
