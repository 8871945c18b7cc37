import { channels, type PricingRule } from '@malipo/contract'
import type { Static } from 'typebox'
import { type Database, type Fragment, rangesOver, type Transaction } from '../database/database.ts'
import { textFromMinor } from '../primitives/money.ts'
import { percentageFromParts } from './percentage.ts'
import { type Channel, type Rule, type RuleRow, ruleColumns, ruleFrom } from './rule.ts'

export function showRule(rule: Rule): Static<typeof PricingRule> {
  return {
    id: rule.id,
    merchant_id: rule.merchantId,
    channel: rule.channel,
    version: rule.version,
    label: rule.label,
    percentage: percentageFromParts(rule.percentage),
    flat_fee: textFromMinor(rule.flatFee),
    processor_charge: textFromMinor(rule.processorCharge),
    processor_tiers:
      rule.processorTiers?.map(({ upTo, charge }) => ({
        up_to: upTo === null ? null : textFromMinor(upTo),
        charge: textFromMinor(charge),
      })) ?? null,
    processor_fee_pass_through: rule.passThrough,
    refund_returns_fee: rule.refundReturnsFee,
    effective_from: rule.effectiveFrom.toISOString(),
    created_at: rule.createdAt.toISOString(),
  }
}

/** A merchant's own rules and those for everybody, which held before, or still hold. The latter have the lowest ids. */
export function rulesOf(
  sql: Database | Transaction,
  merchantId: string,
  channel: Channel | undefined,
): Fragment[] {
  const whose = { column: sql`merchant_id`, all: [merchantId, null] }
  return rangesOver(sql, [whose, { column: sql`channel`, wanted: channel, all: channels }]).map(
    (range) => sql`select ${ruleColumns(sql)} from pricing_rules where true ${range}`,
  )
}

/** All of them for one channel, newest first. */
export async function listRules(
  sql: Database | Transaction,
  merchantId: string,
  channel: Channel,
): Promise<Rule[]> {
  const all = rulesOf(sql, merchantId, channel).reduce((before, one) => sql`${before} union all ${one}`)
  const rows = await sql<RuleRow[]>`select * from (${all}) as rules order by id desc`
  return rows.map(ruleFrom)
}
