import type { RiskAction, RiskComparison, RiskField, RiskKind, RiskMode, RiskOutcome } from '@malipo/contract'

export type Comparison = { field: RiskField; is: RiskComparison; value: string }
export type Condition =
  | Comparison
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }
  | { not: Condition }

/** Those that come with the service: they look at money that has come, as it always did. */
export type Ships = 'self_payment' | 'hold_threshold'

/** One version of a rule. */
export type Rule = {
  id: string
  version: number
  ships: Ships | null
  name: string
  appliesTo: RiskKind
  /** Null: for all merchants. */
  merchantId: string | null
  when: Condition
  action: RiskAction
  mode: RiskMode
}

/** What is known of a payment. Null, and what is absent, is not known; a list of texts are the lists that somebody is on. */
export type Fact = bigint | number | string | boolean | readonly string[] | null
export type Facts = Partial<Record<RiskField, Fact>> & {
  /** The merchant's own, from which on its payments are looked at. */
  hold_threshold?: bigint | null
}

/** A comparison that made a condition hold, and whether it was by not holding itself. */
export type Because = Comparison & { isNegated: boolean }
/** That a rule was met, and what came of it. */
export type Hit = { rule: Rule; outcome: RiskOutcome; sentence: string; facts: HitFact[] }
export type HitFact = { field: string; value: string | null }

/** Every comparison in a condition. */
export function comparisonsIn(condition: Condition): Comparison[] {
  if ('field' in condition) return [condition]
  if ('not' in condition) return comparisonsIn(condition.not)
  return ('all' in condition ? condition.all : condition.any).flatMap(comparisonsIn)
}
