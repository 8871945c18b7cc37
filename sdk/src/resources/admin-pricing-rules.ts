// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { PricingRule, PricingTier } from './admin-records.ts'

export interface AdminSetPricingRuleRequest {
  label: string
  percentage: string
  flat_fee?: string | undefined
  processor_charge?: string | undefined
  processor_tiers?: PricingTier[] | null | undefined
  processor_fee_pass_through?: boolean | undefined
  /** For `COLLECTION` only. */
  refund_returns_fee?: boolean | undefined
  effective_from?: string | undefined
}

export interface AdminTryPricingRuleRequest {
  channel: PricingChannel
  /** All merchants without it. */
  merchant_id?: string | undefined
  /** `TZS` unless told otherwise. */
  currency?: string | undefined
  /** The first day, in Dar es Salaam. */
  from: string
  /** The last day. */
  to: string
  percentage: string
  flat_fee?: string | undefined
  processor_charge?: string | undefined
  processor_tiers?: PricingTier[] | null | undefined
  processor_fee_pass_through?: boolean | undefined
}

export type PricingChannel = 'MOBILE_MONEY' | 'BANK_ACCOUNT' | 'PROVIDER_PESA' | 'COLLECTION' | 'REFUND'

export interface PricingTrial {
  channel: PricingChannel
  currency: string
  payments: number
  /** What was charged for them. */
  fees_now: string
  /** What would have been charged under the rule. */
  fees_then: string
  /** The second less the first. */
  difference: string
  /** There were more than 100,000 payments: the newest of them are counted. */
  truncated: boolean
  /** When the oldest payment was made that is counted. */
  oldest_counted_at: string | null
  kinds: TriedKind[]
  /** The ten whose fees would change most. */
  merchants: TriedMerchant[]
}

export interface TriedKind {
  /** The way it was paid. */
  kind: string
  payments: number
  /** What was charged for them. */
  fees_now: string
  /** What would have been charged under the rule. */
  fees_then: string
  /** The second less the first. */
  difference: string
}

export interface TriedMerchant {
  merchant_id: string
  merchant_name: string
  payments: number
  /** What was charged for them. */
  fees_now: string
  /** What would have been charged under the rule. */
  fees_then: string
  /** The second less the first. */
  difference: string
}

export interface AdminListPricingRulesQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  channel?: PricingChannel | undefined
}

export interface AdminPricingRulesCalls {
  /** Set what a merchant's channel costs. A new version; earlier ones stay for what they were frozen into. */
  set(merchant_id: string, channel: string, body: AdminSetPricingRuleRequest, options?: CallOptions): Promise<PricingRule>

  /** See what past payments would have cost under a rule. Changes nothing. Successful payments that were asked for from `from` to `to`, at most 92 days, of one merchant or of all, are charged once more by the same calculation. Of more than 100,000 the newest are counted, and `truncated` says so. */
  whatIf(body: AdminTryPricingRuleRequest, options?: CallOptions): Promise<PricingTrial>

  /** What a merchant pays and paid, newest first. */
  list(merchant_id: string, query?: AdminListPricingRulesQuery, options?: CallOptions): List<PricingRule>
}

export const adminPricingRulesLines = {
  set: 'PUT /v1/admin/merchants/{merchant_id}/pricing-rules/{channel} body',
  whatIf: 'POST /v1/admin/pricing-rules/what-if body',
  list: 'GET /v1/admin/merchants/{merchant_id}/pricing-rules query list',
} as const
