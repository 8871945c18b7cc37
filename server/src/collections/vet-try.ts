import type { Transaction } from '../database/database.ts'
import {
  keepHits,
  keptHits,
  looksAtChoice,
  narrowed,
  RiskBlocked,
  readPlan,
  vetPayment,
} from '../risk/risk.ts'
import type { World } from '../world/world.ts'
import type { CollectionRow } from './collection-row.ts'
import { asTried } from './judge-try.ts'
import type { PageTry } from './page-try.ts'
import { paymentOf } from './payment-of.ts'

/** A page is made before anybody knows who pays and how: rules that look at that are asked when somebody chooses. Which one wants a person to look. */
export async function vetTry(
  tx: Transaction,
  world: World,
  collection: CollectionRow,
  tried: PageTry,
): Promise<string | null> {
  const all = (await readPlan(tx)).atRequest('collections', collection.merchant_id)
  const applicable = all && narrowed(all, (rule) => looksAtChoice(rule) || rule.action === 'allow')
  if (!applicable?.rules.some(looksAtChoice)) return null
  const payment = { ...paymentOf(asTried(collection, tried)), at: tried.created_at }
  const judgement = await vetPayment(tx, { payment, applicable })
  const isBlocked = judgement.action === 'block'
  const hits = keptHits(world, payment, judgement, isBlocked ? null : payment.id)
  if (isBlocked) throw new RiskBlocked(hits)
  await keepHits(tx, hits)
  return hits.find(({ outcome }) => outcome === 'held')?.id ?? null
}
