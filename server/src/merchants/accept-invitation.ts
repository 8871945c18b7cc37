import type { Role } from '@malipo/contract'
import { addMembers, type Person, proveAddress } from '../auth/auth.ts'
import type { Transaction } from '../database/database.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { hashInvitationToken } from './invite-members.ts'

type OpenInvitation = {
  id: string
  merchant_id: string
  name: string
  email: string
  role: Role
  expires_at: Date
  left_by_mail: boolean
}

/** Makes the invited person a member. A token that came by mail, and that nobody else could read, also proves the address. */
export async function acceptInvitation(tx: Transaction, world: World, person: Person, token: string) {
  const now = world.clock.now()
  const [invitation] = await tx<OpenInvitation[]>`
    select i.id, i.merchant_id, m.name, i.email, i.role, i.expires_at, i.left_by_mail
    from invitations i join merchants m on m.id = i.merchant_id
    where i.token_hash = ${hashInvitationToken(token)} and i.accepted_at is null and i.revoked_at is null
    for update of i`
  if (!invitation) {
    throw new Refusal('not_found', {
      message: 'This invitation was used, withdrawn or replaced. Ask for a new one.',
    })
  }
  if (invitation.expires_at <= now) {
    throw new Refusal('invalid_state', { message: 'This invitation has expired. Ask for a new one.' })
  }
  if (invitation.email !== person.email.toLowerCase()) {
    throw new Refusal('forbidden', {
      message: 'This invitation is for another address. Sign in with that one.',
    })
  }
  await tx`update invitations set accepted_at = ${now} where id = ${invitation.id}`
  if (invitation.left_by_mail) await proveAddress(tx, person.id)
  const memberId = world.newId()
  const added = await addMembers(tx, [
    {
      id: memberId,
      merchantId: invitation.merchant_id,
      userId: person.id,
      role: invitation.role,
      createdAt: now,
    },
  ])
  if (added.length === 0)
    throw new Refusal('invalid_state', { message: 'You already belong to this merchant.' })
  const { merchant_id, name, role } = invitation
  return { member_id: memberId, merchant_id, name, role }
}
