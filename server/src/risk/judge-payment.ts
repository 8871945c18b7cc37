import type { RiskAction, RiskField, RiskOutcome } from '@malipo/contract'
import { minorFromText } from '../primitives/money.ts'
import { fieldNamed, holdThreshold } from './fields.ts'
import {
  type Because,
  type Comparison,
  type Condition,
  comparisonsIn,
  type Fact,
  type Facts,
  type Hit,
  type Rule,
} from './rule.ts'
import { factText, sentenceOf } from './sentence.ts'

export type Judgement = { action: RiskAction | null; hits: Hit[] }

/** What goes before what: whatever is allowed is neither blocked nor looked at. */
const precedence: readonly RiskAction[] = ['allow', 'block', 'review']

const outcomeOf: Record<RiskAction, RiskOutcome> = { allow: 'allowed', block: 'blocked', review: 'held' }

/**
 * What rules say of a payment: facts in, verdict out, and nothing else is asked. Live payments and those of the past are judged by
 * it alike. Rules that watch are met, and decide nothing; so are those that one before them has overruled.
 */
export function judgePayment(rules: readonly Rule[], facts: Facts): Judgement {
  const met = rules.flatMap((rule) => {
    const held = rule.mode === 'off' ? null : hold(rule.when, facts)
    return held?.holds === true ? [{ rule, because: held.because }] : []
  })
  const acting = met.filter(({ rule }) => rule.mode === 'on').map(({ rule }) => rule.action)
  const action = precedence.find((one) => acting.includes(one)) ?? null
  return {
    action,
    hits: met.map(({ rule, because }) => ({
      rule,
      outcome: rule.mode === 'on' && rule.action === action ? outcomeOf[rule.action] : 'watched',
      sentence: sentenceOf(because, facts),
      facts: [...new Set(comparisonsIn(rule.when).map(({ field }) => field))].map((field) => ({
        field,
        value: factText(field, facts[field] ?? null),
      })),
    })),
  }
}

type Held = { holds: boolean | null; because: Because[] }

/** Whether it holds, and because of what. What is not known is neither true nor false, and no `not` makes it either. */
function hold(condition: Condition, facts: Facts): Held {
  if ('field' in condition) {
    return { holds: compare(condition, facts), because: [{ ...condition, isNegated: false }] }
  }
  if ('not' in condition) {
    const { holds, because } = hold(condition.not, facts)
    const turned = because.map((one) => ({ ...one, isNegated: !one.isNegated }))
    return { holds: holds === null ? null : !holds, because: turned }
  }
  const isAll = 'all' in condition
  const parts = (isAll ? condition.all : condition.any).map((part) => hold(part, facts))
  // One that does not hold decides for `all`, one that does for `any`.
  const deciding = parts.find(({ holds }) => holds === !isAll)
  if (deciding) return deciding
  const holds = parts.some((part) => part.holds === null) ? null : isAll
  return { holds, because: parts.flatMap(({ because }) => because) }
}

function compare({ field, is, value }: Comparison, facts: Facts): boolean | null {
  const fact = facts[field] ?? null
  if (fact === null) return null
  const order = orderOf(field, fact, value, facts)
  if (order === null) return null
  switch (is) {
    case 'equals':
      return order === 0
    case 'differs':
      return order !== 0
    case 'more_than':
      return order > 0
    case 'less_than':
      return order < 0
  }
}

/** Below, at or above the value; of what has no order, at it or not. */
function orderOf(field: RiskField, fact: NonNullable<Fact>, value: string, facts: Facts): number | null {
  const { sort } = fieldNamed(field)
  if (sort === 'list') return Array.isArray(fact) && fact.includes(value) ? 0 : 1
  if (sort === 'word' || sort === 'flag') return String(fact) === value ? 0 : 1
  const wanted = sort === 'number' ? Number(value) : amountOf(value, facts)
  if (wanted === null || (typeof fact !== 'number' && typeof fact !== 'bigint')) return null
  return fact < wanted ? -1 : fact > wanted ? 1 : 0
}

function amountOf(value: string, facts: Facts): bigint | null {
  return value === holdThreshold ? (facts.hold_threshold ?? null) : minorFromText(value)
}
