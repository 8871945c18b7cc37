import { useMerchant } from '../frame/use-merchant.ts'
import { powersOfRoles } from './powers-of-roles.ts'
import type { Role } from './who.ts'

export type Power = keyof typeof powersOfRoles

/** Whether a role may carry out an operation. The service decides; this keeps us from showing what it would refuse. */
export function may(role: Role, operation: Power): boolean {
  return powersOfRoles[operation].split(' ').includes(role)
}

/** Asks for whoever is signed in, in the merchant of the address: `const may = useMay()`, then `may('createInvoice')`. */
export function useMay(): (operation: Power) => boolean {
  const { role } = useMerchant()
  return (operation) => may(role, operation)
}
