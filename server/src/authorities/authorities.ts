import type { Environment } from '@malipo/contract'
import { oneOf } from '../primitives/read-setting.ts'
import type { World } from '../world/world.ts'
import type { Authority } from './authority.ts'
import { simulatedAuthority } from './simulated/simulated-authority.ts'

export type {
  Authority,
  CloseAnswer,
  DayReport,
  Device,
  IssueAnswer,
  RegisterAnswer,
  Registration,
  Sale,
} from './authority.ts'
export { findSimulatedReceipt } from './simulated/find-receipt.ts'
export { simulatedAuthority } from './simulated/simulated-authority.ts'

/** Those that can be named by `FISCAL_AUTHORITY`: a line for each folder here. */
export const authorityNames = ['none', 'simulated'] as const
export type AuthorityName = (typeof authorityNames)[number]

/** A simulated receipt in the hands of a real buyer would be a false one. */
export function readAuthority(
  given: (name: string) => string | undefined,
  isProduction: boolean,
): AuthorityName {
  const allowed = authorityNames.filter((name) => !isProduction || name !== 'simulated')
  return oneOf(
    'FISCAL_AUTHORITY',
    given('FISCAL_AUTHORITY') ?? (isProduction ? 'none' : 'simulated'),
    allowed,
  )
}

export type Authorities = {
  /** Who gives receipts to merchants that switch them on there; null where nobody does. */
  of(environment: Environment): Authority | null
  /** The one that a merchant was registered with. */
  named(name: string): Authority | null
}

export function openAuthorities(world: World, live: AuthorityName, given: Authority[] = []): Authorities {
  const all = [simulatedAuthority(world), ...given]
  const named = (name: string) => all.findLast((one) => one.name === name) ?? null
  return { of: (environment) => named(environment === 'sandbox' ? 'simulated' : live), named }
}
