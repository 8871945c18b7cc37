import type { Role } from '@malipo/contract'
import { endMembership } from '../auth/auth.ts'
import type { Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'

/** Removes a member, or withdraws an invitation that was not accepted yet. */
export async function removeMember(
  tx: Transaction,
  world: World,
  caller: Actor,
  memberId: string,
): Promise<void> {
  const [member] = await tx<{ role: Role }[]>`
    select role from memberships where id = ${memberId} and merchant_id = ${caller.merchantId}`
  if (member) return removeMembership(tx, world, caller, memberId, member.role)
  const withdrawn = await tx<{ role: Role }[]>`
    update invitations set revoked_at = ${world.clock.now()}
    where id = ${memberId} and merchant_id = ${caller.merchantId} and accepted_at is null and revoked_at is null
    returning role`
  if (withdrawn.length === 0) throw new Refusal('not_found')
  refuseTouchingOwner(caller, withdrawn[0]?.role)
}

async function removeMembership(
  tx: Transaction,
  world: World,
  caller: Actor,
  memberId: string,
  role: Role,
): Promise<void> {
  refuseTouchingOwner(caller, role)
  // Locked in one order, so that two owners who remove each other at once cannot both succeed.
  const owners = await tx<{ id: string }[]>`
    select id from memberships where merchant_id = ${caller.merchantId} and role = 'owner' order by id for update`
  if (owners.length === 1 && owners[0]?.id === memberId) {
    throw new Refusal('invalid_state', {
      message: 'The last owner cannot be removed. Invite another owner first.',
    })
  }
  if (!(await endMembership(tx, memberId, world.clock.now()))) throw new Refusal('not_found')
}

function refuseTouchingOwner(caller: Actor, role: Role | undefined): void {
  if (role === 'owner' && caller.role !== 'owner') {
    throw new Refusal('forbidden', { message: 'Only an owner can remove an owner.' })
  }
}
