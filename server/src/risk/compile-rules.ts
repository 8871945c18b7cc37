import { mostMeasured, type RiskKind, type RiskSubject, type RiskWindow } from '@malipo/contract'
import { fieldNamed, holdThreshold } from './fields.ts'
import { comparisonsIn, type Rule } from './rule.ts'

/** Whose payments within which time are to be read, and how many of them at most. */
export type Measure = { subject: RiskSubject; window: RiskWindow; most: number }

/** What has to be read before rules can be judged. */
export type Needs = {
  measures: readonly Measure[]
  /** When somebody was first seen. */
  firstSeen: boolean
  lists: boolean
  /** The merchant's phone and threshold. */
  merchant: boolean
  /** Whether anything of whoever pays or is paid is asked for. */
  people: boolean
}

/** Rules that apply to somebody's payments, with what they need. */
export type Applicable = { rules: readonly Rule[]; needs: Needs; readsNothing: boolean }

export type RiskPlan = {
  /** Those that judge a payment when it is asked for; null where there are none. */
  atRequest(kind: RiskKind, merchantId: string): Applicable | null
  /** Those that judge money that has come: the ones of the request and those that come with the service. */
  atMoney(merchantId: string): Applicable | null
}

/** Puts rules in the shape in which payments ask for them. Those that are off are none. */
export function compileRules(rules: readonly Rule[]): RiskPlan {
  const acting = rules.filter(({ mode }) => mode !== 'off')
  const asked = (kind: RiskKind) =>
    acting.filter(({ ships, appliesTo }) => ships === null && appliesTo === kind)
  const request = { collections: byMerchant(asked('collections')), payouts: byMerchant(asked('payouts')) }
  const money = byMerchant(acting.filter(({ appliesTo }) => appliesTo === 'collections'))
  return { atRequest: (kind, merchantId) => request[kind](merchantId), atMoney: money }
}

/** Most merchants have no rule of their own: what is for everybody is put together once. */
function byMerchant(rules: readonly Rule[]): (merchantId: string) => Applicable | null {
  const forAll = rules.filter(({ merchantId }) => merchantId === null)
  const general = applicable(forAll)
  const own = new Map(
    [...new Set(rules.flatMap(({ merchantId }) => merchantId ?? []))].map((id) => [
      id,
      applicable(rules.filter(({ merchantId }) => merchantId === null || merchantId === id)),
    ]),
  )
  return (merchantId) => own.get(merchantId) ?? general
}

export function applicable(rules: readonly Rule[]): Applicable | null {
  if (rules.length === 0) return null
  const needs = needsOf(rules)
  const readsNothing = needs.measures.length === 0 && !needs.firstSeen && !needs.lists && !needs.merchant
  return { rules, needs, readsNothing }
}

/** Those of them that somebody wants. */
export function narrowed({ rules }: Applicable, isWanted: (rule: Rule) => boolean): Applicable | null {
  return applicable(rules.filter(isWanted))
}

/** Whether it looks at who pays, or how: what nobody knows of a page before somebody chooses. */
export function looksAtChoice({ when }: Rule): boolean {
  return comparisonsIn(when).some(({ field }) => /^(payer_|method$|network$|self_payment$)/.test(field))
}

/** Whether it looks at the name of whoever is paid: what a look-up may tell long after the payout was asked for. */
export function looksAtName({ when }: Rule): boolean {
  return comparisonsIn(when).some(({ field }) => field === 'recipient_name_match')
}

/** Whoever reads of a hit learns how many payments there were, up to this many. */
const countedForPeople = 100

function needsOf(rules: readonly Rule[]): Needs {
  const comparisons = rules.flatMap(({ when }) => comparisonsIn(when))
  const names = comparisons.map(({ field }) => field)
  const measures = new Map<string, Measure>()
  for (const { field, value } of comparisons) {
    const { measured } = fieldNamed(field)
    if (!measured) continue
    const { subject, window, what } = measured
    const before = measures.get(`${subject} ${window}`)?.most ?? 0
    // One more than is compared with is as good as all, but people read how many there were; a sum needs every one.
    const most =
      what === 'sum' ? mostMeasured : Math.min(mostMeasured, Math.max(countedForPeople, Number(value) + 1))
    measures.set(`${subject} ${window}`, { subject, window, most: Math.max(before, most) })
  }
  return {
    measures: [...measures.values()],
    firstSeen: names.some((name) => /_(new|age)$/.test(name)),
    lists: names.some((name) => name.endsWith('_listed')),
    merchant: names.includes('self_payment') || comparisons.some(({ value }) => value === holdThreshold),
    people: names.some((name) => /^(payer|recipient)_|^self_payment$/.test(name)),
  }
}
