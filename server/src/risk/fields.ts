import {
  type MeasuredField,
  type RiskComparison,
  type RiskField,
  type RiskKind,
  type RiskSubject,
  type RiskWindow,
  riskSubjects,
  riskWindows,
} from '@malipo/contract'

/** What a field is compared as. */
export type FieldSort = 'money' | 'number' | 'word' | 'flag' | 'list'

export type Field = {
  sort: FieldSort
  /** Of which payments it can be known at all. */
  kinds: readonly RiskKind[]
  /** Whose payments within which time, and whether they are counted or added up. */
  measured?: { subject: RiskSubject; window: RiskWindow; what: 'count' | 'sum' }
  /** Whole numbers from and to. */
  range?: readonly [number, number]
  words?: readonly string[]
}

const both: readonly RiskKind[] = ['collections', 'payouts']
const kindsOf: Record<RiskSubject, readonly RiskKind[]> = {
  payer: ['collections'],
  recipient: ['payouts'],
  key: both,
  merchant: both,
}

/** One more than this is the most that is ever counted. */
const mostCount = 999
const mostAge = 3_650

const people = (['payer', 'recipient'] as const).flatMap((who): [RiskField, Field][] => [
  [`${who}_new`, { sort: 'flag', kinds: kindsOf[who] }],
  [`${who}_age`, { sort: 'number', kinds: kindsOf[who], range: [0, mostAge] }],
  [`${who}_name_match`, { sort: 'word', kinds: kindsOf[who], words: ['exact', 'close', 'different'] }],
  [`${who}_listed`, { sort: 'list', kinds: kindsOf[who] }],
])

const measures = riskSubjects.flatMap((subject) =>
  riskWindows.flatMap((window): [MeasuredField, Field][] => [
    [
      `${subject}_count_${window}`,
      {
        sort: 'number',
        kinds: kindsOf[subject],
        measured: { subject, window, what: 'count' },
        range: [1, mostCount],
      },
    ],
    [
      `${subject}_sum_${window}`,
      { sort: 'money', kinds: kindsOf[subject], measured: { subject, window, what: 'sum' } },
    ],
  ]),
)

/** All that rules may look at, and nothing else. */
export const fields: ReadonlyMap<RiskField, Field> = new Map<RiskField, Field>([
  ['amount', { sort: 'money', kinds: both }],
  ['method', { sort: 'word', kinds: both }],
  ['network', { sort: 'word', kinds: both }],
  ['hour', { sort: 'number', kinds: both, range: [0, 23] }],
  ['self_payment', { sort: 'flag', kinds: both }],
  ...people,
  ...measures,
])

export function fieldNamed(name: RiskField): Field {
  const field = fields.get(name)
  if (!field) throw new Error(`No rule looks at ${name}.`)
  return field
}

/** What can be said of each sort: whether a word is less than another nobody wants to know. */
export const comparisonsOf: Record<FieldSort, readonly RiskComparison[]> = {
  money: ['equals', 'differs', 'more_than', 'less_than'],
  number: ['equals', 'differs', 'more_than', 'less_than'],
  word: ['equals', 'differs'],
  flag: ['equals', 'differs'],
  list: ['equals', 'differs'],
}

/** What stands for the merchant's own threshold, where an amount is meant. */
export const holdThreshold = 'hold_threshold'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

export const windowMs: Record<RiskWindow, number> = {
  '10m': 10 * minuteMs,
  '1h': 60 * minuteMs,
  '1d': dayMs,
  '7d': 7 * dayMs,
  '30d': 30 * dayMs,
}
