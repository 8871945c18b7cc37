import type { WithdrawalRow } from './withdrawal-row.ts'

/** What a merchant must be for live money to leave. */
export type Gates = { verification_status: string; is_active: boolean }

type Leaving = Pick<WithdrawalRow, 'environment'> & Partial<Pick<WithdrawalRow, 'kind' | 'origin'>>

/**
 * The sandbox needs nothing; live money leaves only for merchants that are known and active. It goes back to payers for those that
 * are active, and what never was the merchant's goes back whatever the merchant is.
 */
export function isRestricted(
  { environment, kind = 'withdrawal', origin = null }: Leaving,
  { verification_status, is_active }: Gates,
): boolean {
  if (environment === 'sandbox') return false
  if (kind === 'refund') return origin === 'requested' && !is_active
  return !(verification_status === 'verified' && is_active)
}
