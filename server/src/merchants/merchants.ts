import { deleteOld } from '../database/database.ts'
import type { Route } from '../http/http.ts'
import type { Chore } from '../jobs/jobs.ts'
import { daysBefore, keptDays } from '../primitives/clock.ts'
import type { World } from '../world/world.ts'
import { memberRoutes } from './member-routes.ts'
import { ledgerRoutes, merchantRoutes, type PendingTotal } from './merchant-routes.ts'

export { inviteMembers, isInvited, type SentInvitation } from './invite-members.ts'
export { type MerchantLooks, readLooks, readLooksOf } from './merchant-looks.ts'
export { type PendingTotal, showMerchant } from './merchant-routes.ts'
export { type OpenedMerchant, openMerchants } from './open-merchants.ts'

export function routes({ world, pendingTotal }: { world: World; pendingTotal: PendingTotal }): Route[] {
  return [...merchantRoutes(world), ...memberRoutes(world), ...ledgerRoutes(world, pendingTotal)]
}

/**
 * What nobody has accepted ends by itself, and is kept for whoever asks why their link no longer works. Those of owners stay: a merchant
 * without any owner was at least meant to have one.
 */
const unaccepted = {
  table: 'invitations',
  column: 'expires_at',
  only: `accepted_at is null and role <> 'owner'`,
}

export function chores({ world: { sql, clock } }: { world: World }): Chore[] {
  const work = () => deleteOld(sql, unaccepted, daysBefore(clock.now(), keptDays))
  return [{ name: 'invitations.forget', everyMs: 600_000, work }]
}
