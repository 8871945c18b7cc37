import type { RiskField, RiskSubject, RiskWindow } from '@malipo/contract'
import { textFromMinor } from '../primitives/money.ts'
import { fieldNamed, holdThreshold } from './fields.ts'
import type { Because, Fact, Facts } from './rule.ts'

const spans: Record<RiskWindow, string> = {
  '10m': '10 minutes',
  '1h': '1 hour',
  '1d': '1 day',
  '7d': '7 days',
  '30d': '30 days',
}

const ofWhom: Record<RiskSubject, string> = {
  payer: 'from this payer',
  recipient: 'to this recipient',
  key: 'by this key',
  merchant: 'of this merchant',
}

/** Why a rule was met, for a person to read: "5 payments in 10 minutes from this payer, 4 allowed." It names nobody. */
export function sentenceOf(because: readonly Because[], facts: Facts): string {
  const parts = because.map((one) => partOf(one, facts))
  const text = parts.join('; ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function partOf({ field, is, value, isNegated }: Because, facts: Facts): string {
  const found = factText(field, facts[field] ?? null) ?? 'unknown'
  const wanted = value === holdThreshold ? (factText('amount', facts.hold_threshold ?? null) ?? value) : value
  const { measured } = fieldNamed(field)
  const what =
    measured === undefined
      ? `${nameOf(field)} is ${found}`
      : `${found}${measured.what === 'count' ? (found === '1' ? ' payment' : ' payments') : ''} in ${spans[measured.window]} ${ofWhom[measured.subject]}`
  if (is === 'more_than' && !isNegated) return `${what}, ${wanted} allowed`
  if (is === 'less_than' && !isNegated) return `${what}, less than ${wanted}`
  if (is === 'more_than') return `${what}, not more than ${wanted}`
  if (is === 'less_than') return `${what}, not less than ${wanted}`
  if (measured === undefined && isList(field)) {
    return `${nameOf(field)} ${(is === 'equals') !== isNegated ? 'on' : 'not on'} ${wanted}`
  }
  return measured === undefined && (is === 'equals') !== isNegated
    ? what
    : `${what}, ${(is === 'equals') !== isNegated ? 'exactly' : 'other than'} ${wanted}`
}

function isList(field: RiskField): boolean {
  return fieldNamed(field).sort === 'list'
}

function nameOf(field: RiskField): string {
  return field.replaceAll('_', ' ')
}

/** A fact as it is kept and shown. */
export function factText(field: RiskField, fact: Fact): string | null {
  if (fact === null) return null
  if (fact === Number.POSITIVE_INFINITY) return 'more than can be added up'
  if (typeof fact === 'bigint') return fieldNamed(field).sort === 'money' ? textFromMinor(fact) : String(fact)
  return Array.isArray(fact) ? fact.join(', ') : String(fact)
}
