import { type Environment, type operations, type QueryOf, type RiskHit, riskOutcomes } from '@malipo/contract'
import type { Static } from 'typebox'
import { type Database, rangesOver } from '../database/database.ts'
import { readPage } from '../http/http.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { KeptHit } from './keep-hits.ts'

type HitRow = KeptHit & { merchant_name: string; rule_name: string }

/** One range of an index for each filter; of several filters that together have no index, the rarest is the payment, then the rule. */
export function listHits(
  lists: Database,
  environment: Environment,
  query: QueryOf<typeof operations.adminListRiskHits>,
) {
  const { rule_id: ruleId, merchant_id: merchantId, payment_id: paymentId, outcome } = query
  const which = lists`h.environment = ${environment}
    ${paymentId === undefined ? lists`` : lists`and h.payment_id = ${paymentId}`}
    ${ruleId === undefined ? lists`` : lists`and h.rule_id = ${ruleId}`}
    ${merchantId === undefined ? lists`` : lists`and h.merchant_id = ${merchantId}`}`
  const isOfSome = ruleId !== undefined || merchantId !== undefined
  const ranges = isOfSome
    ? rangesOver(lists, [{ column: lists`h.outcome`, wanted: outcome, all: riskOutcomes }])
    : [outcome === undefined ? lists`` : lists`and h.outcome = ${outcome}`]
  return readPage(lists, query, {
    rows: ranges.map(
      (range) => lists`
        select h.id, h.at, h.environment, h.merchant_id, h.rule_id, h.rule_version, h.action, h.outcome, h.kind, h.payment_id,
          h.amount, h.currency, h.sentence, h.facts, (select name from merchants where id = h.merchant_id) as merchant_name,
          (select name from risk_rules r where r.id = h.rule_id and r.version = h.rule_version) as rule_name
        from risk_hits h where ${which} ${range}`,
    ),
    show: showHit,
  })
}

function showHit(row: HitRow): Static<typeof RiskHit> {
  return {
    id: row.id,
    at: row.at.toISOString(),
    environment: row.environment,
    merchant_id: row.merchant_id,
    merchant_name: row.merchant_name,
    rule_id: row.rule_id,
    rule_version: row.rule_version,
    rule_name: row.rule_name,
    action: row.action,
    outcome: row.outcome,
    kind: row.kind,
    payment_id: row.payment_id,
    amount: textFromMinor(row.amount),
    currency: row.currency,
    sentence: row.sentence,
    facts: row.facts,
  }
}
