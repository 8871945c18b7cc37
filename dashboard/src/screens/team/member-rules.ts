import type { Member } from '@malipo/sdk'
import { may } from '../../people/may.ts'
import type { Role } from '../../people/who.ts'

export type MemberRules = {
  /** The roles that can be given; none where the role stays. */
  roles: readonly Role[]
  mayRemove: boolean
  /** Why something that others could do is not to be had here, where there is a reason to tell. */
  because: 'lastOwner' | 'ownerOnly' | undefined
}

const nothing = { roles: [], mayRemove: false } as const

/** What the contract lets somebody do to a member, told before it is refused. */
export function rulesFor(
  member: Pick<Member, 'id' | 'role' | 'status'>,
  everyone: readonly Pick<Member, 'id' | 'role' | 'status'>[],
  caller: Role,
  roles: readonly Role[],
): MemberRules {
  if (!may(caller, 'changeMember')) return { ...nothing, because: undefined }
  if (member.role === 'owner' && caller !== 'owner') return { ...nothing, because: 'ownerOnly' }
  if (member.status === 'invited') return { roles: [], mayRemove: true, because: undefined }
  const owners = everyone.filter(({ role, status }) => role === 'owner' && status === 'active')
  if (member.role === 'owner' && owners.length === 1) return { ...nothing, because: 'lastOwner' }
  return { roles: rolesGivenBy(caller, roles), mayRemove: true, because: undefined }
}

/** Only an owner makes owners. */
export function rolesGivenBy(caller: Role, roles: readonly Role[]): Role[] {
  return roles.filter((role) => role !== 'owner' || caller === 'owner')
}

/** Owners, admins and finance people look at what somebody else took; everybody's own is at the till. */
export function mayLookOver(caller: Role): boolean {
  return caller === 'owner' || caller === 'admin' || caller === 'finance'
}
