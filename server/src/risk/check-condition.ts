import { mostRiskConditions, type RiskCondition, type RiskField, type RiskKind } from '@malipo/contract'
import type { Static } from 'typebox'
import { minorFromText } from '../primitives/money.ts'
import { type FieldProblem, invalid } from '../primitives/refusal.ts'
import { comparisonsOf, type Field, fieldNamed, holdThreshold } from './fields.ts'
import { type Condition, comparisonsIn } from './rule.ts'

type Given = Static<typeof RiskCondition>

/** Reads a condition as somebody wrote it, or says what is wrong, and where. How deep it goes is a matter of the schema. */
export function conditionFrom(given: Given, appliesTo: RiskKind): Condition {
  const problems: FieldProblem[] = []
  const condition = read(given, appliesTo, 'when', problems)
  if (problems.length > 0 || condition === null) throw invalid(...problems)
  if (comparisonsIn(condition).length > mostRiskConditions) {
    throw invalid({ field: 'when', problem: `must have at most ${mostRiskConditions} comparisons in all` })
  }
  return condition
}

const shapes = ['all', 'any', 'not'] as const

function read(given: Given, appliesTo: RiskKind, path: string, problems: FieldProblem[]): Condition | null {
  const named = [...(given.field === undefined ? [] : ['field']), ...shapes.filter((shape) => given[shape])]
  if (named.length !== 1) {
    problems.push({ field: path, problem: 'must have field, is and value, or one of all, any and not' })
    return null
  }
  if (given.field !== undefined) return readComparison(given, appliesTo, path, problems)
  const stray = (['is', 'value'] as const).find((name) => given[name] !== undefined)
  if (stray !== undefined) problems.push({ field: `${path}.${stray}`, problem: 'belongs beside field' })
  const parts = (some: readonly Given[], name: string) =>
    some.flatMap((one, at) => read(one, appliesTo, `${path}.${name}.${at}`, problems) ?? [])
  if (given.all) return { all: parts(given.all, 'all') }
  if (given.any) return { any: parts(given.any, 'any') }
  const inner = given.not && read(given.not, appliesTo, `${path}.not`, problems)
  return inner ? { not: inner } : null
}

function readComparison(
  { field, is, value }: Given,
  appliesTo: RiskKind,
  path: string,
  problems: FieldProblem[],
): Condition | null {
  const before = problems.length
  if (is === undefined) problems.push({ field: `${path}.is`, problem: 'is required' })
  if (value === undefined) problems.push({ field: `${path}.value`, problem: 'is required' })
  if (field === undefined || is === undefined || value === undefined) return null
  const known = fieldNamed(field)
  if (!known.kinds.includes(appliesTo)) {
    problems.push({ field: `${path}.field`, problem: `is not known of ${appliesTo}` })
  }
  if (!comparisonsOf[known.sort].includes(is)) {
    problems.push({
      field: `${path}.is`,
      problem: `must be ${comparisonsOf[known.sort].join(' or ')} for ${field}`,
    })
  }
  const problem = problemWith(field, known, value)
  if (problem !== null) problems.push({ field: `${path}.value`, problem })
  return problems.length === before ? { field, is, value } : null
}

function problemWith(
  field: RiskField,
  { sort, range, words, measured }: Field,
  value: string,
): string | null {
  switch (sort) {
    case 'money': {
      if (value === holdThreshold && field === 'amount') return null
      const amount = /^[0-9]{1,13}(\.[0-9]{1,2})?$/.test(value) ? minorFromText(value) : null
      if (amount !== null) return null
      return measured
        ? 'must be a decimal string, like "500000.00"'
        : 'must be a decimal string, like "500000.00", or hold_threshold'
    }
    case 'number': {
      const [from, to] = range ?? [0, Number.MAX_SAFE_INTEGER]
      const isRight = /^[0-9]{1,6}$/.test(value) && Number(value) >= from && Number(value) <= to
      return isRight ? null : `must be a whole number from ${from} to ${to}, like "4"`
    }
    case 'flag':
      return value === 'true' || value === 'false' ? null : 'must be "true" or "false"'
    case 'list':
      return /^[a-z0-9-]{1,40}$/.test(value)
        ? null
        : 'must be the name of a list: small letters, digits or hyphens'
    case 'word':
      if (words) return words.includes(value) ? null : `must be one of ${words.join(', ')}`
      return /^[A-Z0-9_]{1,40}$/.test(value) ? null : 'must be a code, like USSD_PUSH or MPESA'
  }
}
