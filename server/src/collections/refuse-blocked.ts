import { type Applicable, keepHits, keptHits, RiskBlocked, vetPayments } from '../risk/risk.ts'
import type { World } from '../world/world.ts'
import type { CollectionRow } from './collection-row.ts'
import { paymentOf } from './payment-of.ts'

/**
 * Asking for the money of an invoice issues it, so whoever is blocked is told before that. The door asks again, where those that come at
 * once are counted one after the other; what another counts just now is left to it.
 */
export async function refuseBlocked(
  world: World,
  collection: CollectionRow,
  rules: Applicable,
): Promise<void> {
  const payment = paymentOf(collection)
  const asked = [{ payment, applicable: rules }]
  const [vetted] = await world.sql.begin((tx) => vetPayments(tx, asked, 'try'))
  if (vetted?.judgement.action !== 'block') return
  const hits = keptHits(world, payment, vetted.judgement, null)
  await keepHits(world.sql, hits)
  throw new RiskBlocked(hits)
}
