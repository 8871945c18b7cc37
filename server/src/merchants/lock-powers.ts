import type { Role } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { Refusal } from '../primitives/refusal.ts'

export type LockedMember = { id: string; user_id: string; role: Role }

/** What the caller is under the lock, the member it is about if there is one, and how many owners there are. */
export type Powers = { callerRole: 'owner' | 'admin'; member: LockedMember | undefined; owners: number }

/**
 * Locks the rows that decide who may make or unmake a member, in one order, and reads again what the caller may: sessions are looked up
 * when a request comes, and whoever was lowered or removed a moment ago does nothing with one that was already on its way.
 */
export async function lockPowers(tx: Transaction, caller: Actor, memberId: string): Promise<Powers> {
  const callerId = personOf(caller)
  const locked = await tx<LockedMember[]>`
    select id, user_id, role from memberships
    where merchant_id = ${caller.merchantId} and (id = ${memberId} or user_id = ${callerId} or role = 'owner')
    order by id for update`
  const own = locked.find(({ user_id: userId }) => userId === callerId)
  return {
    callerRole: powerOf(own?.role),
    member: locked.find(({ id }) => id === memberId),
    owners: locked.filter(({ role }) => role === 'owner').length,
  }
}

/** The same of the caller alone, for what concerns nobody who is a member yet. Many may do so at once. */
export async function lockOwnPower(tx: Transaction, caller: Actor): Promise<Powers['callerRole']> {
  const [own] = await tx<Pick<LockedMember, 'role'>[]>`
    select role from memberships where merchant_id = ${caller.merchantId} and user_id = ${personOf(caller)} for share`
  return powerOf(own?.role)
}

function powerOf(role: Role | undefined): Powers['callerRole'] {
  if (role === 'owner' || role === 'admin') return role
  throw new Refusal('forbidden', {
    message: 'Your own role was changed a moment ago, and no longer allows this.',
  })
}

function personOf({ by }: Actor): string {
  if (by.kind !== 'person') throw new Error('Members are made and unmade by people.')
  return by.user.id
}
