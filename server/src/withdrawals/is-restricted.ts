import type { Environment } from '@malipo/contract'

/** What a merchant must be for live money to leave. */
export type Gates = { verification_status: string; is_active: boolean }

/** The sandbox needs neither; live money leaves only for merchants that are known and active. */
export function isRestricted(environment: Environment, { verification_status, is_active }: Gates): boolean {
  return environment === 'live' && !(verification_status === 'verified' && is_active)
}
