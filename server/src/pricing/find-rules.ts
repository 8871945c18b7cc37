import type { Database, Fragment, Transaction } from '../database/database.ts'
import { type Channel, type Rule, type RuleRow, ruleColumns, ruleFrom } from './rule.ts'

export type Wanted = { merchantId: string; channel: Channel }

/** The rules in force at that time, one for each wanted and in their order: the merchant's own, else everybody's. */
export async function findRules(
  sql: Database | Transaction,
  at: Date,
  wanted: readonly Wanted[],
): Promise<Rule[]> {
  if (wanted.length === 0) return []
  const rows = await sql<RuleRow[]>`
    select r.* from unnest(${wanted.map(({ merchantId }) => merchantId)}::uuid[],
      ${wanted.map(({ channel }) => channel)}::text[]) with ordinality w (merchant_id, channel, place)
    cross join lateral (
      (select ${ruleColumns(sql)} from pricing_rules
        where merchant_id = w.merchant_id and channel = w.channel and effective_from <= ${at}
        order by pricing_rules.effective_from desc, version desc limit 1)
      union all
      (select ${ruleColumns(sql)} from pricing_rules
        where merchant_id is null and channel = w.channel and effective_from <= ${at}
        order by pricing_rules.effective_from desc, version desc limit 1)
      order by merchant_id nulls last limit 1) r
    order by w.place`
  if (rows.length !== wanted.length) throw new Error('A channel has lost the rule that is for everybody.')
  return rows.map(ruleFrom)
}

/**
 * Whether any rule, past or to come, has a fee for the merchant in that column: most have none, and are spared the
 * search for the one in force. Not `exists`, which the planner may answer by reading the rules of all merchants.
 */
export function hasFee(sql: Database | Transaction, channel: Channel, merchantId: Fragment): Fragment {
  const withFee = sql`channel = ${channel} and (percentage > 0 or flat_fee > 0)`
  return sql`((select true from pricing_rules where merchant_id = ${merchantId} and ${withFee} limit 1) is true
    or (select true from pricing_rules where merchant_id is null and ${withFee} limit 1) is true)`
}
