import type { Route } from '../http/http.ts'
import type { PendingTotal } from '../merchants/merchants.ts'
import type { World } from '../world/world.ts'
import { messageRoutes } from './message-routes.ts'
import { subscriberRoutes, topUpRoute } from './money-routes.ts'
import { profileRoutes } from './profile-routes.ts'
import { type PromptParts, promptRoutes } from './prompt-routes.ts'

/** Where a merchant's developer turns the knobs of the simulated network. */
export function routes({
  world,
  pendingTotal,
  ...parts
}: PromptParts & { world: World; pendingTotal: PendingTotal }): Route[] {
  return [
    ...profileRoutes(world),
    topUpRoute(world, pendingTotal),
    ...messageRoutes(world),
    ...promptRoutes(world, parts),
    ...subscriberRoutes(world),
  ]
}
