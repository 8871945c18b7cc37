import type { SandboxStep } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import { Refusal } from '../primitives/refusal.ts'

/** What would have happened later by itself and is due now. */
export type Hastened = {
  what: SandboxStep
  /** Null where it would never have happened by itself. */
  wasDueAt: Date | null
}

/**
 * Makes what is due next for something in the sandbox due now; null where a room has nothing of that id. Only the time at which work is due
 * is moved, never that of what has happened.
 */
export type Hasten = (
  tx: Transaction,
  owner: { merchantId: string },
  id: string,
  now: Date,
) => Promise<Hastened | null>

/** There is nothing that would happen by itself. */
export function nothingIsDue(why: string): Refusal {
  return new Refusal('invalid_state', { message: `Nothing is due: ${why}` })
}
