import type { World } from '../../../world/world.ts'
import type { LookedUp } from '../../provider.ts'
import type { NetworkQuestion } from '../look-up-payments.ts'
import type { Payout } from './payout.ts'
import { outcomeOfPayout } from './payout-words.ts'

/** What became of payouts, answered in the order they are asked for. */
export async function lookUpPayouts({ sql }: World, asked: NetworkQuestion[]): Promise<LookedUp[]> {
  if (asked.length === 0) return []
  const rows = await sql<Payout[]>`
    select * from network_payouts where reference = any(${asked.map(({ reference }) => reference)}::text[])`
  const found = new Map(rows.map((row) => [row.reference, row]))
  return asked.map(({ reference, environment }) => {
    const payout = found.get(reference)
    return payout?.environment === environment ? outcomeOfPayout(payout) : { kind: 'never_seen' }
  })
}
