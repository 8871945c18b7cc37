import type { Transaction } from '../database/database.ts'
import { matchNames } from '../names/names.ts'
import {
  type Facts,
  gatherFacts,
  heldInstead,
  type KeptHit,
  keptHits,
  narrowed,
  type Payment,
  type Rule,
  readPlan,
} from '../risk/risk.ts'
import type { World } from '../world/world.ts'
import type { CollectionRow } from './collection-row.ts'
import type { Report, Verdict } from './judge-report.ts'
import { type Locked, tryOf } from './lock-collections.ts'
import { payerNamedIn } from './payer-names.ts'
import { paymentOf } from './payment-of.ts'

/** Rules for money that has come, and what was read for them. */
export type MoneyRules = { rules: readonly Rule[]; facts: Facts }

const none: MoneyRules = { rules: [], facts: {} }

/**
 * What the rules need to know before reports of success are judged. Those of the operator were asked when the payment was: they are
 * asked again where only now it is known who has paid, and for the first time where nobody asked for the payment, as for that of a
 * control number; those that allow whenever one that comes with the service could hold it.
 */
export async function readMoneyRules(
  tx: Transaction,
  reports: readonly Report[],
  locked: ReadonlyMap<string, Locked>,
): Promise<(report: Report) => MoneyRules> {
  const paid = reports.flatMap((report) => {
    const found = locked.get(report.collectionId)
    const isNews = report.word.kind === 'succeeded' && found?.collection.status === 'processing'
    return found && isNews
      ? [{ report, payment: paidOf(report, found), isNew: isPayerNew(report, found) }]
      : []
  })
  if (paid.length === 0) return () => none
  const plan = await readPlan(tx)
  const known = new Map<Report, MoneyRules>()
  for (const { report, payment, isNew } of paid) {
    const all = plan.atMoney(payment.merchantId)
    const applicable =
      all && narrowed(all, ({ ships, action }) => isNew || ships !== null || action === 'allow')
    if (applicable === null) continue
    // What comes with the service is judged by what is locked already.
    const own = narrowed(applicable, ({ ships }) => ships === null)
    const [facts = {}] = own === null ? [] : await gatherFacts(tx, own.needs, [payment], 'now')
    known.set(report, { rules: applicable.rules, facts })
  }
  return (report) => known.get(report) ?? none
}

/** Whether whoever paid is not who was asked to, or nobody was. */
function isPayerNew(report: Report, found: Locked): boolean {
  const { word } = report
  if (found.collection.method === 'BILL_PAY') return true
  const asked = tryOf(found, report)?.customer_phone ?? found.collection.customer_phone
  return word.kind === 'succeeded' && word.payer !== undefined && word.payer !== asked
}

function paidOf(report: Report, found: Locked): Payment {
  const { collection } = found
  const tried = tryOf(found, report)
  const { word } = report
  const payer = word.kind === 'succeeded' ? word.payer : undefined
  const named = payerNamedIn(word, collection)
  const { customer_name: given } = collection
  return {
    ...paymentOf(collection),
    method: tried?.method ?? collection.method,
    person: payer ?? tried?.customer_phone ?? collection.customer_phone,
    nameMatch: named === null || given === null ? null : matchNames(given, named),
  }
}

/** What was met in money that has come: a rule that would have refused the payment holds it now. */
export function hitsAtMoney(
  world: Pick<World, 'clock' | 'newId'>,
  collection: CollectionRow,
  verdict: Verdict,
): KeptHit[] {
  const hits = verdict.kind === 'move' ? (verdict.hits ?? []) : []
  // One that allows has nothing to tell where nothing else speaks.
  if (hits.every(({ rule }) => rule.action === 'allow')) return []
  return keptHits(world, paymentOf(collection), { hits: heldInstead(hits) }, collection.id)
}
