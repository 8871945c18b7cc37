import { may, type Power } from '../../people/may.ts'
import type { Role } from '../../people/who.ts'

/** From least to most, as people compare them. */
export const rolesInOrder: readonly Role[] = ['cashier', 'viewer', 'developer', 'finance', 'admin', 'owner']

/** What roles differ in, each told by one operation that stands for it: who may is what the contract says, and is written nowhere else. */
const operationOf = {
  till: 'createUssdPushCollection',
  see: 'listMerchantCollections',
  ask: 'createPaymentLink',
  build: 'createApiKey',
  payOut: 'submitWithdrawal',
  business: 'changeMerchantLooks',
  team: 'inviteMember',
} as const satisfies Record<string, Power>

export type PowerName = keyof typeof operationOf

export type PowerOfRole = { name: PowerName; isGiven: boolean }

/** Everything that roles differ in, and whether this one has it. */
export function powersOf(role: Role): PowerOfRole[] {
  return (Object.entries(operationOf) as [PowerName, Power][]).map(([name, operation]) => ({
    name,
    isGiven: may(role, operation),
  }))
}
