import type { Role } from '@malipo/contract'
import { recordAudit } from '../audit/audit.ts'
import { addMembers } from '../auth/auth.ts'
import type { Transaction } from '../database/database.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import type { World } from '../world/world.ts'
import { byOperator, findOrCreatePerson, type PersonWish } from './make-merchant.ts'

export type MadeAdmin = { user_id: string; email: string; is_super_admin: true }
export type MadeMember = { merchant_id: string; user_id: string; email: string; role: Role }

/** Makes a Super Admin; somebody who already signs in here keeps their password. */
export async function makeAdmin(
  tx: Transaction,
  world: World,
  wish: Omit<PersonWish, 'name'>,
): Promise<MadeAdmin> {
  const email = wish.email.toLowerCase()
  const userId = await findOrCreatePerson(tx, world, { ...wish, name: 'Super Admin' })
  const [granted] = await tx`
    insert into super_admins (user_id, created_at) values (${userId}, ${world.clock.now()})
    on conflict do nothing returning user_id`
  if (!granted) throw new StartRefused(`${email} is a Super Admin already.`)
  recordAudit(tx, world.vault, [
    {
      at: world.clock.now(),
      ...byOperator,
      action: 'super_admin.created',
      subject: { kind: 'user', id: userId },
      merchantId: null,
      details: { email },
    },
  ])
  return { user_id: userId, email, is_super_admin: true }
}

export async function makeMember(
  tx: Transaction,
  world: World,
  wish: Omit<PersonWish, 'name'> & { merchantId: string; role: Role },
): Promise<MadeMember> {
  const email = wish.email.toLowerCase()
  const [merchant] = await tx`select from merchants where id = ${wish.merchantId}`
  if (!merchant) throw new StartRefused(`There is no merchant ${wish.merchantId}.`)
  const userId = await findOrCreatePerson(tx, world, { ...wish, name: email.split('@')[0] ?? email })
  const added = await addMembers(tx, [
    { id: world.newId(), merchantId: wish.merchantId, userId, role: wish.role, createdAt: world.clock.now() },
  ])
  if (added.length === 0) throw new StartRefused(`${email} belongs to this merchant already.`)
  recordAudit(tx, world.vault, [
    {
      at: world.clock.now(),
      ...byOperator,
      action: 'member.created',
      subject: { kind: 'user', id: userId },
      merchantId: wish.merchantId,
      details: { email, role: wish.role },
    },
  ])
  return { merchant_id: wish.merchantId, user_id: userId, email, role: wish.role }
}
