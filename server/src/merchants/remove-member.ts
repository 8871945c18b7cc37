import type { Role } from '@malipo/contract'
import { endMembership } from '../auth/auth.ts'
import type { Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { lockPowers, type Powers } from './lock-powers.ts'

/**
 * Removes a member, or withdraws an invitation that was not accepted yet. Two owners who remove each other at once cannot both succeed, and
 * nobody removes an owner by what they, or the owner, were a moment ago.
 */
export async function removeMember(
  tx: Transaction,
  world: World,
  caller: Actor,
  memberId: string,
): Promise<void> {
  const { callerRole, member, owners } = await lockPowers(tx, caller, memberId)
  if (!member) return await withdrawInvitation(tx, world, caller, memberId, callerRole)
  refuseTouchingOwner(callerRole, member.role)
  if (member.role === 'owner' && owners === 1) {
    throw new Refusal('invalid_state', {
      message: 'The last owner cannot be removed. Invite another owner first.',
    })
  }
  if (!(await endMembership(tx, memberId, world.clock.now()))) throw new Refusal('not_found')
}

async function withdrawInvitation(
  tx: Transaction,
  world: World,
  caller: Actor,
  invitationId: string,
  callerRole: Powers['callerRole'],
): Promise<void> {
  const withdrawn = await tx<{ role: Role }[]>`
    update invitations set revoked_at = ${world.clock.now()}
    where id = ${invitationId} and merchant_id = ${caller.merchantId} and accepted_at is null and revoked_at is null
    returning role`
  if (withdrawn.length === 0) throw new Refusal('not_found')
  refuseTouchingOwner(callerRole, withdrawn[0]?.role)
}

function refuseTouchingOwner(callerRole: Powers['callerRole'], role: Role | undefined): void {
  if (role === 'owner' && callerRole !== 'owner') {
    throw new Refusal('forbidden', { message: 'Only an owner can remove an owner.' })
  }
}
