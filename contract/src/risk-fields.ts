import Type from 'typebox'
import { Nullable } from './fields.ts'

/** Which payments a rule looks at: money in, or money out. */
export const riskKinds = ['collections', 'payouts'] as const
export type RiskKind = (typeof riskKinds)[number]

/** In the order in which they count: what one rule allows, no other stops. */
export const riskActions = ['allow', 'block', 'review'] as const
export type RiskAction = (typeof riskActions)[number]

/** `watch` notes what it would have done. */
export const riskModes = ['on', 'watch', 'off'] as const
export type RiskMode = (typeof riskModes)[number]

export const riskComparisons = ['equals', 'differs', 'more_than', 'less_than'] as const
export type RiskComparison = (typeof riskComparisons)[number]

/** Over how long payments are counted and added up. */
export const riskWindows = ['10m', '1h', '1d', '7d', '30d'] as const
export type RiskWindow = (typeof riskWindows)[number]

/** By whom they are. */
export const riskSubjects = ['payer', 'recipient', 'key', 'merchant'] as const
export type RiskSubject = (typeof riskSubjects)[number]

const measured = riskSubjects.flatMap((subject) =>
  riskWindows.flatMap((window) => [`${subject}_count_${window}`, `${subject}_sum_${window}`] as const),
)
export type MeasuredField = `${RiskSubject}_${'count' | 'sum'}_${RiskWindow}`

/** All that rules may look at. */
export const riskFields: readonly RiskField[] = [
  'amount',
  'method',
  'network',
  'hour',
  'self_payment',
  'payer_new',
  'payer_age',
  'payer_name_match',
  'payer_listed',
  'recipient_new',
  'recipient_age',
  'recipient_name_match',
  'recipient_listed',
  ...measured,
]
export type RiskField =
  | 'amount'
  | 'method'
  | 'network'
  | 'hour'
  | 'self_payment'
  | `${'payer' | 'recipient'}_${'new' | 'age' | 'name_match' | 'listed'}`
  | MeasuredField

/** What a hit had for a consequence. */
export const riskOutcomes = ['allowed', 'blocked', 'held', 'watched'] as const
export type RiskOutcome = (typeof riskOutcomes)[number]

/** Beyond this many payments nobody counts or adds up: it is more than any rule may ask for. */
export const mostMeasured = 1_000

/** How deep conditions stand in each other, and how many there are in a rule. */
export const mostRiskDepth = 3
export const mostRiskConditions = 20

const leaf = {
  field: Type.Optional(
    Type.Enum([...riskFields], {
      description:
        'A count or sum is that of the payments asked for within the window, this one included: `payer_count_10m`.',
    }),
  ),
  is: Type.Optional(Type.Enum([...riskComparisons])),
  value: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 60,
      'x-problem': 'must be a text of 1 to 60 characters, also where it is a number: "4"',
      description:
        'Amounts and sums as decimal strings, counts as whole numbers below 1000, ages in days, hours from 0 to 23 in Dar es Salaam, ' +
        '`true` or `false`, a list by its name. `hold_threshold` as an amount is that of the merchant.',
    }),
  ),
}

export const RiskComparisonOf = Type.Object(leaf, { additionalProperties: false })

const several = (description: string) => ({
  minItems: 1,
  maxItems: mostRiskConditions,
  'x-problem': `must be a list of 1 to ${mostRiskConditions} conditions`,
  description,
})

export const RiskConditionInside = Type.Object(
  {
    ...leaf,
    all: Type.Optional(Type.Array(RiskComparisonOf, several('Every one of them holds.'))),
    any: Type.Optional(Type.Array(RiskComparisonOf, several('One of them at least holds.'))),
    not: Type.Optional(RiskComparisonOf),
  },
  { additionalProperties: false },
)

export const RiskCondition = Type.Object(
  {
    ...leaf,
    all: Type.Optional(Type.Array(RiskConditionInside, several('Every one of them holds.'))),
    any: Type.Optional(Type.Array(RiskConditionInside, several('One of them at least holds.'))),
    not: Type.Optional(RiskConditionInside),
  },
  {
    additionalProperties: false,
    description:
      'Either `field`, `is` and `value`, or one of `all`, `any` and `not`. What is not known of a payment meets no condition, ' +
      'and no `not` of one.',
  },
)

/** What a rule knew of a payment; nobody is named. */
export const RiskFact = Type.Object(
  {
    field: Type.String(),
    value: Nullable(Type.String({ description: 'Null: it was not known.' })),
  },
  { description: 'Whom it is about stands nowhere but in the payment.' },
)
