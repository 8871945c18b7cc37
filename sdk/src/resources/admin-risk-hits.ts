// Made of the interface by `npm run generate -w sdk`: change that, or the names in sdk/generate.

import type { CallOptions } from '../options.ts'
import type { List } from '../list.ts'
import type { Environment, QuarantinedKind, RiskAction } from './fields.ts'

/** Whom it is about stands nowhere but in the payment. */
export interface RiskFact {
  field: string
  /** Null: it was not known. */
  value: string | null
}

export interface RiskHit {
  id: string
  at: string
  environment: Environment
  merchant_id: string
  merchant_name: string
  rule_id: string
  rule_version: number
  rule_name: string
  action: RiskAction
  outcome: RiskOutcome
  kind: QuarantinedKind
  /** Null where it was refused, so that there is none. */
  payment_id: string | null
  amount: string
  currency: string
  sentence: string
  facts: RiskFact[]
}

/** `watched`: the rule only watches, or one that goes before it decided otherwise. */
export type RiskOutcome = 'allowed' | 'blocked' | 'held' | 'watched'

export interface AdminListRiskHitsQuery {
  /** Counted from 1, up to row 100,000 of a list; further back with `cursor`. Only transactions have pages of any depth. */
  page?: number | undefined
  page_size?: number | undefined
  /** The next_cursor of an earlier answer, instead of page. */
  cursor?: string | undefined
  rule_id?: string | undefined
  merchant_id?: string | undefined
  payment_id?: string | undefined
  outcome?: RiskOutcome | undefined
}

export interface AdminRiskHitsCalls {
  /** List what rules have met. Newest first, one environment at a time. Kept for 400 days. */
  list(query?: AdminListRiskHitsQuery, options?: CallOptions): List<RiskHit>
}

export const adminRiskHitsLines = {
  list: 'GET /v1/admin/risk-hits query list',
} as const
