import type { Role } from '@malipo/contract'
import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { lockPowers } from './lock-powers.ts'

type Wish = { memberId: string; role: Role; requestId: string }

/**
 * Gives a member another role. Sessions are looked up with each request, so it counts from the commit on. The rows that decide about it are
 * locked: whoever was lowered a moment ago cannot raise themselves with a request that was already on its way.
 */
export async function changeMember(
  tx: Transaction,
  world: World,
  caller: Actor,
  { memberId, role, requestId }: Wish,
): Promise<void> {
  if (caller.by.kind !== 'person') throw new Error('Roles are given by people.')
  const { callerRole, member, owners } = await lockPowers(tx, caller, memberId)
  if (!member) return await refuseUnknown(tx, caller.merchantId, memberId)
  if ((member.role === 'owner' || role === 'owner') && callerRole !== 'owner')
    throw new Refusal('forbidden', { message: 'Only an owner can make or unmake an owner.' })
  if (member.role === role) return
  if (member.role === 'owner' && owners === 1)
    throw new Refusal('invalid_state', {
      message: 'The last owner stays one. Make somebody else an owner first.',
    })
  await tx`update memberships set role = ${role} where id = ${memberId}`
  recordAudit(tx, world.vault, [
    {
      at: world.clock.now(),
      actor: { kind: 'member', id: caller.by.user.id },
      action: 'member.role_changed',
      subject: { kind: 'person', id: member.user_id },
      merchantId: caller.merchantId,
      details: { member_id: memberId, before: member.role, after: role },
      requestId,
    },
  ])
}

async function refuseUnknown(tx: Transaction, merchantId: string, id: string): Promise<never> {
  const open = await tx`
    select from invitations where id = ${id} and merchant_id = ${merchantId} and accepted_at is null and revoked_at is null`
  if (open.count === 0) throw new Refusal('not_found')
  throw new Refusal('invalid_state', {
    message: 'This person has not joined yet. Invite them again with the other role.',
  })
}
