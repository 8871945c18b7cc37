import type { Environment, RiskAction, RiskOutcome } from '@malipo/contract'
import type { Database, Transaction } from '../database/database.ts'
import type { World } from '../world/world.ts'
import type { Judgement } from './judge-payment.ts'
import type { Payment } from './payment.ts'
import type { Hit, HitFact } from './rule.ts'

export type KeptHit = {
  id: string
  at: Date
  environment: Environment
  merchant_id: string
  rule_id: string
  rule_version: number
  action: RiskAction
  outcome: RiskOutcome
  kind: 'collection' | 'withdrawal'
  payment_id: string | null
  amount: bigint
  currency: string
  sentence: string
  facts: HitFact[]
}

/** What rules have met in a payment, as it is kept. Null is the id of one that is not made. */
export function keptHits(
  world: Pick<World, 'clock' | 'newId'>,
  { kind, environment, merchantId, amount, currency }: Payment,
  { hits }: Pick<Judgement, 'hits'>,
  paymentId: string | null,
): KeptHit[] {
  // One that allows has nothing to tell where no other speaks.
  const isOverruled = hits.some(({ rule }) => rule.action !== 'allow')
  const told = hits.filter(({ outcome }) => isOverruled || outcome !== 'allowed')
  return told.map(({ rule, outcome, sentence, facts }) => ({
    id: world.newId(),
    at: world.clock.now(),
    environment,
    merchant_id: merchantId,
    rule_id: rule.id,
    rule_version: rule.version,
    action: rule.action,
    // What another row of a batch was blocked for was not made either.
    outcome: paymentId === null && outcome !== 'blocked' ? 'watched' : outcome,
    kind: kind === 'collections' ? 'collection' : 'withdrawal',
    payment_id: paymentId,
    amount,
    currency,
    sentence,
    facts,
  }))
}

/** Of what is there already nothing is refused: what would have been blocked waits for people instead. */
export function heldInstead(hits: readonly Hit[]): Hit[] {
  return hits.map((hit) => (hit.outcome === 'blocked' ? { ...hit, outcome: 'held' } : hit))
}

export async function keepHits(sql: Database | Transaction, hits: readonly KeptHit[]): Promise<void> {
  if (hits.length === 0) return
  const storable = JSON.stringify(hits, (_name, value) => (typeof value === 'bigint' ? String(value) : value))
  await sql`
    insert into risk_hits (id, at, environment, merchant_id, rule_id, rule_version, action, outcome, kind, payment_id,
      amount, currency, sentence, facts)
    select id, at, environment, merchant_id, rule_id, rule_version, action, outcome, kind, payment_id,
      amount, currency, sentence, facts
    from json_populate_recordset(null::risk_hits, ${storable}::json)`
}

/** Of a transaction that has found out better. */
export async function dropHits(tx: Transaction, hits: readonly KeptHit[]): Promise<void> {
  if (hits.length === 0) return
  await tx`delete from risk_hits where id = any(${hits.map(({ id }) => id)}::uuid[])`
}
