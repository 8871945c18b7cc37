import type { Transaction } from '../database/database.ts'
import { Refusal } from '../primitives/refusal.ts'

/** What a provider says was paid is not taken back as if nothing had left, before somebody has settled which of the two is so. */
export async function refuseContradicted(tx: Transaction, ids: readonly string[]): Promise<void> {
  const [found] = await tx`
    select from discrepancies where withdrawal_id = any(${[...ids]}::uuid[]) and status = 'open' limit 1`
  if (found === undefined) return
  throw new Refusal('invalid_state', {
    message:
      'The provider says otherwise than we do about whether this was paid. The operator has to settle that first.',
  })
}
