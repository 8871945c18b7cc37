import type { Route } from '../http/http.ts'
import type { World } from '../world/world.ts'
import { memberRoutes } from './member-routes.ts'
import { ledgerRoutes, merchantRoutes, type PendingTotal } from './merchant-routes.ts'

export { inviteMembers, isInvited, type SentInvitation } from './invite-members.ts'
export { type PendingTotal, showMerchant } from './merchant-routes.ts'
export { type OpenedMerchant, openMerchants } from './open-merchants.ts'

export function routes({ world, pendingTotal }: { world: World; pendingTotal: PendingTotal }): Route[] {
  return [...merchantRoutes(world), ...memberRoutes(world), ...ledgerRoutes(world, pendingTotal)]
}
