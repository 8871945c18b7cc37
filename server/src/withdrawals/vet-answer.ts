import type { Transaction } from '../database/database.ts'
import {
  heldInstead,
  keepHits,
  keptHits,
  looksAtName,
  narrowed,
  readPlan,
  vetPayments,
} from '../risk/risk.ts'
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
  const [vetted] = await vetPayments(tx, [{ payment, applicable }], 'wait')
  if (!vetted) throw new Error('A payout was left out by whoever waits.')
  const hits = keptHits(world, payment, { hits: heldInstead(vetted.judgement.hits) }, payment.id)
  await keepHits(tx, hits)
  return withdrawal.review_hit ?? hits.find(({ outcome }) => outcome === 'held')?.id ?? null
}
