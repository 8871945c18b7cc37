import type { RiskCondition, RiskRule } from '@malipo/sdk'

export type Kind = RiskRule['applies_to']
export type Comparison = NonNullable<RiskCondition['is']>
type Field = NonNullable<RiskCondition['field']>

/** What people choose from: counts and sums are one each, and whose they are and since when is chosen beside. */
export const whats = [
  'amount',
  'threshold',
  'count',
  'sum',
  'new',
  'age',
  'listed',
  'name_match',
  'self_payment',
  'method',
  'network',
  'hour',
] as const
export type What = (typeof whats)[number]

/** Who pays is the person of a payment, who is paid that of a payout. */
export const subjects = ['person', 'key', 'merchant'] as const
export type Subject = (typeof subjects)[number]

export const spans = ['10m', '1h', '1d', '7d', '30d'] as const
export type Span = (typeof spans)[number]

export type Row = { what: What; subject: Subject; span: Span; is: Comparison; value: string }
export type Rows = { how: 'all' | 'any'; rows: readonly Row[] }
/** A condition as forms have it: comparisons, and groups of comparisons, two levels at most. */
export type Draft = { how: 'all' | 'any'; parts: readonly (Row | Rows)[] }

/** How many comparisons a rule may have. */
export const mostRows = 20

export const isGroup = (part: Row | Rows): part is Rows => 'rows' in part

export type Sort = 'money' | 'number' | 'flag' | 'word' | 'code' | 'list' | 'none'

export const sortOf: Record<What, Sort> = {
  amount: 'money',
  threshold: 'none',
  count: 'number',
  sum: 'money',
  new: 'flag',
  age: 'number',
  listed: 'list',
  name_match: 'word',
  self_payment: 'flag',
  method: 'word',
  network: 'code',
  hour: 'number',
}

/** Whether something is more than another. */
export const isMeasured = (what: What) => ['money', 'number', 'none'].includes(sortOf[what])
export const isOverTime = (what: What) => what === 'count' || what === 'sum'

export const nameMatches = ['exact', 'close', 'different'] as const

export const methodsOf = {
  collections: ['USSD_PUSH', 'STK_PUSH', 'PROVIDER_PESA_PUSH', 'DYNAMIC_QR', 'BILL_PAY'],
  payouts: ['MOBILE_MONEY', 'BANK_ACCOUNT', 'PROVIDER_PESA'],
} as const

/** A comparison to begin with. */
export function newRow(what: What, kind: Kind): Row {
  const is = isMeasured(what) ? 'more_than' : 'equals'
  return { what, subject: 'person', span: '1d', is, value: firstValue(what, kind) }
}

function firstValue(what: What, kind: Kind): string {
  if (sortOf[what] === 'flag') return 'true'
  if (what === 'name_match') return 'different'
  return what === 'method' ? methodsOf[kind][0] : ''
}

/** The same about something else: what was said of an amount says nothing of a network. */
export function about(row: Row, what: What, kind: Kind): Row {
  const { subject, span, is, value } = row
  const fresh = { ...newRow(what, kind), subject, span }
  return sortOf[row.what] === sortOf[what] && sortOf[what] !== 'word' ? { ...fresh, is, value } : fresh
}

/** The same for the other kind of payments, which have other methods. */
export function ofKind({ how, parts }: Draft, kind: Kind): Draft {
  const row = (one: Row): Row => {
    const isForeign = one.what === 'method' && !methodsOf[kind].some((method) => method === one.value)
    return isForeign ? { ...one, value: firstValue('method', kind) } : one
  }
  return {
    how,
    parts: parts.map((part) => (isGroup(part) ? { ...part, rows: part.rows.map(row) } : row(part))),
  }
}

/** As it is sent. One comparison, or one group, stands by itself. */
export function conditionOf({ how, parts }: Draft, kind: Kind): RiskCondition {
  const conditions = parts.map((part) => {
    if (!isGroup(part)) return leafOf(part, kind)
    const leaves = part.rows.map((row) => leafOf(row, kind))
    return part.how === 'all' ? { all: leaves } : { any: leaves }
  })
  const [only] = conditions
  if (conditions.length === 1 && only) return only
  return how === 'all' ? { all: conditions } : { any: conditions }
}

/** Where the service finds a part, for what it says is wrong. */
export function pathOf({ how, parts }: Draft, place: number): string {
  return parts.length === 1 ? 'when' : `when.${how}.${place}`
}

function leafOf(row: Row, kind: Kind): Required<Pick<RiskCondition, 'field' | 'is' | 'value'>> {
  const value = row.what === 'threshold' ? 'hold_threshold' : row.value.trim()
  return { field: fieldOf(row, kind), is: row.is, value }
}

function fieldOf({ what, subject, span }: Row, kind: Kind): Field {
  const person = kind === 'collections' ? 'payer' : 'recipient'
  const whose = subject === 'person' ? person : subject
  switch (what) {
    case 'threshold':
      return 'amount'
    case 'count':
    case 'sum':
      return `${whose}_${what}_${span}`
    case 'new':
    case 'age':
    case 'listed':
    case 'name_match':
      return `${person}_${what}`
    default:
      return what
  }
}

/** A condition that somebody wrote, as a form has it; null where it has more than a form can show. */
export function draftOf(condition: RiskCondition): Draft | null {
  const group = groupOf(condition)
  if (group === null) {
    const row = rowOf(condition)
    return row && { how: 'all', parts: [row] }
  }
  const parts = group.some.map((part) => rowOf(part) ?? rowsOf(part))
  if (parts.length === 0 || parts.includes(null)) return null
  return { how: group.how, parts: parts.filter((part) => part !== null) }
}

function rowsOf(condition: RiskCondition): Rows | null {
  const group = groupOf(condition)
  const rows = group?.some.map(rowOf) ?? []
  if (!group || rows.length === 0 || rows.includes(null)) return null
  return { how: group.how, rows: rows.filter((row) => row !== null) }
}

function groupOf(condition: RiskCondition): { how: 'all' | 'any'; some: readonly RiskCondition[] } | null {
  const names = Object.keys(condition)
  const how = (['all', 'any'] as const).find((one) => Array.isArray(condition[one]))
  return how && names.length === 1 ? { how, some: condition[how] ?? [] } : null
}

function rowOf(condition: RiskCondition | null): Row | null {
  const { field, is, value, ...others } = condition ?? {}
  if (typeof field !== 'string' || typeof value !== 'string' || is === undefined) return null
  if (Object.keys(others).length > 0) return null
  const known = readField(field, value)
  if (known === null) return null
  const isFlag = sortOf[known.what] === 'flag'
  if (!isFlag) return { ...known, is, value: known.what === 'threshold' ? '' : value }
  // Whatever else somebody wrote there means nothing, and is for the service to refuse.
  if (!['true', 'false'].includes(value) || !['equals', 'differs'].includes(is)) return null
  // What is not true is false: there is one way to say it.
  const isTrue = (value === 'true') === (is === 'equals')
  return { ...known, is: 'equals', value: String(isTrue) }
}

function readField(field: string, value: string): Pick<Row, 'what' | 'subject' | 'span'> | null {
  const asked = { subject: 'person', span: '1d' } as const
  const [, whose, measured, span] =
    /^(payer|recipient|key|merchant)_(count|sum)_(10m|1h|1d|7d|30d)$/.exec(field) ?? []
  if (measured !== undefined) {
    const subject = whose === 'key' || whose === 'merchant' ? whose : 'person'
    return { what: measured as What, subject, span: span as Span }
  }
  if (field === 'amount' && value === 'hold_threshold') return { what: 'threshold', ...asked }
  const what = whats.find((one) => one === field.replace(/^(payer|recipient)_/, ''))
  return what === undefined ? null : { what, ...asked }
}

export const countOf = ({ parts }: Draft): number =>
  parts.reduce((sum, part) => sum + (isGroup(part) ? part.rows.length : 1), 0)
