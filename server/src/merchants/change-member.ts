import type { Role } from '@malipo/contract'
import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'

type Locked = { id: string; user_id: string; role: Role }
type Wish = { memberId: string; role: Role; requestId: string }

/**
 * Gives a member another role. Sessions are looked up with each request, so it counts from the commit on. The rows that decide about it are
 * locked in one order, and what the caller may is read again under that lock: whoever was lowered a moment ago cannot raise themselves
 * with a request that was already on its way.
 */
export async function changeMember(
  tx: Transaction,
  world: World,
  caller: Actor,
  { memberId, role, requestId }: Wish,
): Promise<void> {
  if (caller.by.kind !== 'person') throw new Error('Roles are given by people.')
  const { id: callerId } = caller.by.user
  const locked = await tx<Locked[]>`
    select id, user_id, role from memberships
    where merchant_id = ${caller.merchantId} and (id = ${memberId} or user_id = ${callerId} or role = 'owner')
    order by id for update`
  const own = locked.find(({ user_id: userId }) => userId === callerId)
  const member = locked.find(({ id }) => id === memberId)
  refuseWithoutPower(own?.role)
  if (!member) return await refuseUnknown(tx, caller.merchantId, memberId)
  if ((member.role === 'owner' || role === 'owner') && own?.role !== 'owner')
    throw new Refusal('forbidden', { message: 'Only an owner can make or unmake an owner.' })
  if (member.role === role) return
  const owners = locked.filter((one) => one.role === 'owner')
  if (member.role === 'owner' && owners.length === 1)
    throw new Refusal('invalid_state', {
      message: 'The last owner stays one. Make somebody else an owner first.',
    })
  await tx`update memberships set role = ${role} where id = ${memberId}`
  recordAudit(tx, world.vault, [
    {
      at: world.clock.now(),
      actor: { kind: 'member', id: callerId },
      action: 'member.role_changed',
      subject: { kind: 'person', id: member.user_id },
      merchantId: caller.merchantId,
      details: { member_id: memberId, before: member.role, after: role },
      requestId,
    },
  ])
}

function refuseWithoutPower(role: Role | undefined): void {
  if (role === 'owner' || role === 'admin') return
  throw new Refusal('forbidden', {
    message: 'Your own role was changed a moment ago, and no longer allows this.',
  })
}

async function refuseUnknown(tx: Transaction, merchantId: string, id: string): Promise<never> {
  const open = await tx`
    select from invitations where id = ${id} and merchant_id = ${merchantId} and accepted_at is null and revoked_at is null`
  if (open.count === 0) throw new Refusal('not_found')
  throw new Refusal('invalid_state', {
    message: 'This person has not joined yet. Invite them again with the other role.',
  })
}
