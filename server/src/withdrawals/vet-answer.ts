import type { Transaction } from '../database/database.ts'
import { heldInstead, keepHits, keptHits, looksAtName, narrowed, readPlan, vetPayment } from '../risk/risk.ts'
import type { World } from '../world/world.ts'
import { paymentOf } from './payment-of.ts'
import type { WithdrawalRow } from './withdrawal-row.ts'

/**
 * Rules that look at the recipient's name are asked when a look-up comes with an answer, as they are when it comes at once: else whoever
 * left it out first would need one approval less. The rule that wants a person to look; none takes back what another wanted before.
 */
export async function vetAnswer(
  tx: Transaction,
  world: World,
  withdrawal: WithdrawalRow,
): Promise<string | null> {
  const all = (await readPlan(tx)).atRequest('payouts', withdrawal.merchant_id)
  const applicable = all && narrowed(all, (rule) => looksAtName(rule) || rule.action === 'allow')
  if (!applicable?.rules.some(looksAtName)) return withdrawal.review_hit
  const payment = paymentOf(withdrawal)
  const { hits: met } = await vetPayment(tx, { payment, applicable })
  const hits = keptHits(world, payment, { hits: heldInstead(met) }, payment.id)
  await keepHits(tx, hits)
  return withdrawal.review_hit ?? hits.find(({ outcome }) => outcome === 'held')?.id ?? null
}
