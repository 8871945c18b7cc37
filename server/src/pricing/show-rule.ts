import type { PricingRule } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database, Transaction } from '../database/database.ts'
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
    effective_from: rule.effectiveFrom.toISOString(),
    created_at: rule.createdAt.toISOString(),
  }
}

/** A merchant's own rules, newest first, and after them those for everybody: these held before, or still hold. */
export async function listRules(
  sql: Database | Transaction,
  merchantId: string,
  channel: Channel | null,
): Promise<Rule[]> {
  const rows = await sql<RuleRow[]>`
    select ${ruleColumns(sql)} from pricing_rules
    where (merchant_id = ${merchantId} or merchant_id is null)
      ${channel === null ? sql`` : sql`and channel = ${channel}`}
    order by merchant_id nulls last, id desc`
  return rows.map(ruleFrom)
}
