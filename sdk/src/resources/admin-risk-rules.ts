// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { RiskSimulation } from './admin-records.ts'
import type { RiskAction } from './fields.ts'

export type RiskAppliesTo = 'collections' | 'payouts'

export type RiskComparison = 'equals' | 'differs' | 'more_than' | 'less_than'

/** Either `field`, `is` and `value`, or one of `all`, `any` and `not`. What is not known of a payment meets no condition, and no `not` of one. */
export interface RiskCondition {
  field?: RiskField | undefined
  is?: RiskComparison | undefined
  /** Amounts and sums as decimal strings, counts as whole numbers below 1000, ages in days, hours from 0 to 23 in Dar es Salaam, `true` or `false`, a list by its name. `hold_threshold` as an amount is that of the merchant. */
  value?: string | undefined
  /** Every one of them holds. */
  all?: RiskConditionInside[] | undefined
  /** One of them at least holds. */
  any?: RiskConditionInside[] | undefined
  not?: RiskConditionInside | undefined
}

export interface RiskConditionInnermost {
  field?: RiskField | undefined
  is?: RiskComparison | undefined
  /** Amounts and sums as decimal strings, counts as whole numbers below 1000, ages in days, hours from 0 to 23 in Dar es Salaam, `true` or `false`, a list by its name. `hold_threshold` as an amount is that of the merchant. */
  value?: string | undefined
}

export interface RiskConditionInside {
  field?: RiskField | undefined
  is?: RiskComparison | undefined
  /** Amounts and sums as decimal strings, counts as whole numbers below 1000, ages in days, hours from 0 to 23 in Dar es Salaam, `true` or `false`, a list by its name. `hold_threshold` as an amount is that of the merchant. */
  value?: string | undefined
  /** Every one of them holds. */
  all?: RiskConditionInnermost[] | undefined
  /** One of them at least holds. */
  any?: RiskConditionInnermost[] | undefined
  not?: RiskConditionInnermost | undefined
}

/** A count or sum is that of the payments asked for within the window, this one included: `payer_count_10m`. */
export type RiskField = 'amount' | 'method' | 'network' | 'hour' | 'self_payment' | 'payer_new' | 'payer_age' | 'payer_name_match' | 'payer_listed' | 'recipient_new' | 'recipient_age' | 'recipient_name_match' | 'recipient_listed' | 'payer_count_10m' | 'payer_sum_10m' | 'payer_count_1h' | 'payer_sum_1h' | 'payer_count_1d' | 'payer_sum_1d' | 'payer_count_7d' | 'payer_sum_7d' | 'payer_count_30d' | 'payer_sum_30d' | 'recipient_count_10m' | 'recipient_sum_10m' | 'recipient_count_1h' | 'recipient_sum_1h' | 'recipient_count_1d' | 'recipient_sum_1d' | 'recipient_count_7d' | 'recipient_sum_7d' | 'recipient_count_30d' | 'recipient_sum_30d' | 'key_count_10m' | 'key_sum_10m' | 'key_count_1h' | 'key_sum_1h' | 'key_count_1d' | 'key_sum_1d' | 'key_count_7d' | 'key_sum_7d' | 'key_count_30d' | 'key_sum_30d' | 'merchant_count_10m' | 'merchant_sum_10m' | 'merchant_count_1h' | 'merchant_sum_1h' | 'merchant_count_1d' | 'merchant_sum_1d' | 'merchant_count_7d' | 'merchant_sum_7d' | 'merchant_count_30d' | 'merchant_sum_30d'

/** `watch` only notes what it would have done. */
export type RiskMode = 'on' | 'watch' | 'off'

export interface RiskRule {
  id: string
  version: number
  /** Whether it comes with the service. Of such a rule only `mode` can be changed. */
  ships: boolean
  /** What Super Admins call it. Merchants never read it. */
  name: string
  applies_to: RiskAppliesTo
  merchant_id: string | null
  when: RiskCondition
  /** `allow` goes before `block`, and that before `review`. `review` holds a payment when its money has come, and asks a second person to approve a payout; `block` refuses either before anything is made. No rule skips an approval. */
  action: RiskAction
  mode: RiskMode
  changed_at: string
  /** Null: as it came with the service. */
  changed_by: string | null
}

export interface RiskRuleRequest {
  /** What Super Admins call it. Merchants never read it. */
  name: string
  applies_to: RiskAppliesTo
  /** Null: for all merchants. */
  merchant_id?: string | null | undefined
  when: RiskCondition
  /** `allow` goes before `block`, and that before `review`. `review` holds a payment when its money has come, and asks a second person to approve a payout; `block` refuses either before anything is made. No rule skips an approval. */
  action: RiskAction
  mode: RiskMode
}

export interface RiskRuleVersions extends RiskRule {
  /** Newest first, the present one included; the last 100. */
  versions: RiskRule[]
}

export interface AdminListRiskRulesQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  merchant_id?: string | undefined
}

export interface AdminRiskRulesCalls {
  /** List the rules that payments are looked at by. Each in its present version, those that come with the service among them. */
  list(query?: AdminListRiskRulesQuery, options?: CallOptions): List<RiskRule>

  /** Make a rule. Acts on new payments, within seconds, in both environments. At most 100 are `on` or `watch`. */
  create(body: RiskRuleRequest, options?: CallOptions): Promise<RiskRule>

  /** Read a rule with its earlier versions. */
  get(rule_id: string, options?: CallOptions): Promise<RiskRuleVersions>

  /** Put a new version in the place of a rule. Earlier versions are kept, because hits name theirs. `off` ends a rule; none is deleted. */
  update(rule_id: string, body: RiskRuleRequest, options?: CallOptions): Promise<RiskRule>

  /** Try a rule on the payments of the last 90 days. Answers at once; read it until it is `READY`. Each payment is judged by what was known when it was asked for. Nothing is changed. A rule that is `off` can be tried, too. */
  simulate(rule_id: string, options?: CallOptions): Promise<RiskSimulation>
}

export const adminRiskRulesLines = {
  list: 'GET /v1/admin/risk-rules query list',
  create: 'POST /v1/admin/risk-rules body key',
  get: 'GET /v1/admin/risk-rules/{rule_id}',
  update: 'PUT /v1/admin/risk-rules/{rule_id} body',
  simulate: 'POST /v1/admin/risk-rules/{rule_id}/simulate key',
} as const
