import { channels } from '@malipo/contract'
import type { Database, Transaction } from '../database/database.ts'

export type Channel = (typeof channels)[number]

/** What the processor takes for a payment of at most `upTo`; null is for everything above. */
export type Tier = { upTo: bigint | null; charge: bigint }

export type Rule = {
  id: string
  /** Null: the rule of every merchant that has none of its own. */
  merchantId: string | null
  channel: Channel
  version: number
  label: string
  /** Parts of a million: 1.5 % is 15000. */
  percentage: number
  flatFee: bigint
  processorCharge: bigint
  processorTiers: Tier[] | null
  passThrough: boolean
  /** Whether a refund gives back what the payment had cost. */
  refundReturnsFee: boolean
  effectiveFrom: Date
  createdAt: Date
}

/** What a payment costs is made of nothing else. */
export type Terms = Pick<
  Rule,
  'percentage' | 'flatFee' | 'processorCharge' | 'processorTiers' | 'passThrough'
>

export type RuleRow = {
  id: string
  merchant_id: string | null
  channel: Channel
  version: number
  label: string
  percentage: number
  flat_fee: bigint
  processor_charge: bigint
  processor_tiers: StoredTier[] | null
  processor_fee_pass_through: boolean
  refund_returns_fee: boolean
  effective_from: Date
  created_at: Date
}

/** Minor units as text, because a number in JSON is a float to whoever reads it. */
export type StoredTier = { up_to: string | null; charge: string }

/** A rule that was always in force has no first instant that anybody could read, so it shows when it was made. */
export function ruleColumns(sql: Database | Transaction) {
  return sql`id, merchant_id, channel, version, label, percentage, flat_fee, processor_charge, processor_tiers,
    processor_fee_pass_through, refund_returns_fee, created_at,
    case when isfinite(effective_from) then effective_from else created_at end as effective_from`
}

export function ruleFrom(row: RuleRow): Rule {
  return {
    id: row.id,
    merchantId: row.merchant_id,
    channel: row.channel,
    version: row.version,
    label: row.label,
    percentage: row.percentage,
    flatFee: row.flat_fee,
    processorCharge: row.processor_charge,
    processorTiers: row.processor_tiers?.map(tierFrom) ?? null,
    passThrough: row.processor_fee_pass_through,
    refundReturnsFee: row.refund_returns_fee,
    effectiveFrom: row.effective_from,
    createdAt: row.created_at,
  }
}

function tierFrom({ up_to: upTo, charge }: StoredTier): Tier {
  return { upTo: upTo === null ? null : BigInt(upTo), charge: BigInt(charge) }
}

/** The channel of that name in any case of letters, or null when there is none. */
export function channelFrom(text: string): Channel | null {
  return channels.find((channel) => channel === text.toUpperCase()) ?? null
}
