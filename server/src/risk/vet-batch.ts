import type { Transaction } from '../database/database.ts'
import { lowestIdAt } from '../primitives/id.ts'
import type { World } from '../world/world.ts'
import type { SeenBefore } from './gather-facts.ts'
import { dropHits, type KeptHit, keepHits, keptHits } from './keep-hits.ts'
import type { Payment } from './payment.ts'
import { readPlan } from './read-rules.ts'
import type { Facts } from './rule.ts'
import { type Asked, countedNames, factsOf, holdCounted, judgeInTurn, RiskBlocked } from './vet-payments.ts'

/** What rules know of the payouts of a batch before anybody is kept waiting for it. */
export type Foreseen = {
  payments: readonly Payment[]
  asked: readonly Asked[]
  facts: ReadonlyMap<Payment, Facts>
  /** What was there of the merchant's payouts; null where rules count none. */
  seen: SeenBefore | null
}

/** What rules say of a batch: the hits, and which of them wants a second person to approve each payout, by its place. */
export type Outcome = { hits: readonly KeptHit[]; reviews: readonly (string | null)[] }

/**
 * To count thousands of recipients takes seconds, and so does writing their payouts. Whoever held what is counted meanwhile would keep the
 * merchant's other payouts waiting, so that it is read first, and held only when all is written: `settleForeseen`. All are of one merchant.
 */
export async function foreseePayouts(
  tx: Transaction,
  { clock }: Pick<World, 'clock'>,
  payments: readonly Payment[],
): Promise<Foreseen> {
  const plan = await readPlan(tx)
  const asked = payments.flatMap((payment) => {
    const applicable = plan.atRequest(payment.kind, payment.merchantId)
    return applicable === null ? [] : [{ payment, applicable }]
  })
  const since = lowestIdAt(clock.now().getTime() - longestMs)
  const [counted] = asked.filter((one) => countedNames(one).length > 0)
  const seen = counted ? { since, ids: await idsSince(tx, counted.payment, since) } : null
  return { payments, asked, facts: await factsOf(tx, asked, seen ?? 'now'), seen }
}

/** Longer than anybody takes from naming a payout to its commit, and clocks differ. */
const longestMs = 5 * 60_000

/** What rules say of them, with those of others that came meanwhile. One that is blocked blocks them all. */
export function judgeForeseen(
  world: Pick<World, 'clock' | 'newId'>,
  { payments, asked, facts }: Foreseen,
  meanwhile: readonly Payment[] = [],
): Outcome {
  const judged = judgeInTurn(asked, facts, meanwhile)
  const isBlocked = [...judged.values()].some(({ judgement }) => judgement.action === 'block')
  const hits = [...judged].flatMap(([payment, { judgement }]) =>
    keptHits(world, payment, judgement, isBlocked ? null : payment.id),
  )
  if (isBlocked) throw new RiskBlocked(payments.length === 1 ? hits : oneOfEachRule(hits))
  const held = new Map(hits.flatMap((hit) => (hit.outcome === 'held' ? [[hit.payment_id, hit.id]] : [])))
  return { hits, reviews: payments.map(({ id }) => held.get(id) ?? null) }
}

/**
 * The last thing before the commit, when the payouts and hits are written: holds what was counted, and judges again if others have asked for
 * something since it was. Answers with the outcome that was given where nothing has changed.
 */
export async function settleForeseen(
  tx: Transaction,
  world: Pick<World, 'clock' | 'newId'>,
  foreseen: Foreseen,
  outcome: Outcome,
): Promise<Outcome> {
  const { asked, payments, seen } = foreseen
  const [first] = asked
  if (!first || seen === null) return outcome
  await holdCounted(tx, asked, 'wait')
  const known = new Set([...seen.ids, ...payments.map(({ id }) => id)])
  const fresh = (await idsSince(tx, first.payment, seen.since)).filter((id) => !known.has(id))
  if (fresh.length === 0) return outcome
  const settled = keepingSame(outcome, judgeForeseen(world, foreseen, await readPayouts(tx, fresh)))
  const [was, is] = [new Set(outcome.hits), new Set(settled.hits)]
  const [gone, found] = [
    outcome.hits.filter((hit) => !is.has(hit)),
    settled.hits.filter((hit) => !was.has(hit)),
  ]
  if (gone.length === 0 && found.length === 0) return outcome
  await dropHits(tx, gone)
  await keepHits(tx, found)
  return settled
}

/** What was said of a payout and is said again is the same hit, so that it is not written twice while others wait. */
function keepingSame({ hits }: Outcome, { hits: anew, reviews }: Outcome): Outcome {
  const said = ({ payment_id: payment, rule_id: rule, outcome, sentence }: KeptHit) =>
    JSON.stringify([payment, rule, outcome, sentence])
  const known = new Map(hits.map((hit) => [said(hit), hit]))
  const same = new Map(anew.map((hit) => [hit.id, known.get(said(hit)) ?? hit]))
  return {
    hits: [...same.values()],
    reviews: reviews.map((review) => (review === null ? null : (same.get(review)?.id ?? review))),
  }
}

async function idsSince(
  tx: Transaction,
  { merchantId, environment }: Payment,
  since: string,
): Promise<string[]> {
  const those = tx`select id from withdrawals
    where merchant_id = ${merchantId} and environment = ${environment} and id >= ${since}`
  const found = await tx<{ id: string }[]>`${those} and kind = 'withdrawal' union all ${those} and directed`
  return found.map(({ id }) => id)
}

async function readPayouts(tx: Transaction, ids: readonly string[]): Promise<Payment[]> {
  const rows = await tx<Omit<Payment, 'kind' | 'nameMatch'>[]>`
    select id, merchant_id as "merchantId", environment, created_at as at, amount, currency, method,
      destination_identifier as person, destination_code as "destinationCode", api_key_id as "keyId"
    from withdrawals where id = any(${ids}::uuid[])`
  return rows.map((row) => ({ ...row, kind: 'payouts', nameMatch: null }))
}

/** A batch may be asked for again and again, and none of its rows is ever made: each rule tells of one that it refused, and how many it met. */
function oneOfEachRule(hits: readonly KeptHit[]): KeptHit[] {
  const met = Map.groupBy(hits, ({ rule_id: ruleId }) => ruleId)
  return [...met.values()].flatMap((some) => {
    const one = some.find(({ outcome }) => outcome === 'blocked') ?? some[0]
    return one ? [{ ...one, facts: [...one.facts, { field: 'rows', value: String(some.length) }] }] : []
  })
}
