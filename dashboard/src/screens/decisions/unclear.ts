import type { WithdrawalStatus } from '@malipo/sdk'

const unclear = ['NEEDS_RECONCILIATION', 'NEEDS_ADMIN_ATTENTION', 'BLOCKED_IP_WHITELIST'] as const
export type UnclearStatus = (typeof unclear)[number]

/** A payout that a person has to look after: nobody knows its end, or it waits to be set going again. */
export function waitsForPerson(status: WithdrawalStatus): boolean {
  return unclear.some((one) => one === status)
}

/** Of which nobody knows whether it was paid. One that was turned away at the provider's door was not. */
export function isUnclear(status: WithdrawalStatus): boolean {
  return waitsForPerson(status) && status !== 'BLOCKED_IP_WHITELIST'
}
