import Type from 'typebox'
import { Body, Day, DecimalAmount, Id, ListOf, listQuery, Nullable, Timestamp } from './fields.ts'
import { asAdmin, operation } from './operation.ts'
import { withdrawalMethods } from './withdrawal-fields.ts'

export const channels = [...withdrawalMethods, 'COLLECTION', 'REFUND'] as const

const Percentage = Type.String({
  pattern: '^(100(\\.0{1,4})?|[0-9]{1,2}(\\.[0-9]{1,4})?)$',
  'x-problem': 'must be a decimal string from 0 to 100 with at most 4 digits after the point, like "1.5"',
  examples: ['1.5'],
})
const Fee = Type.String({
  pattern: '^(0|[1-9][0-9]{0,12})(\\.[0-9]{1,2})?$',
  'x-problem': 'must be a decimal string of at least 0 with at most 13 digits before and 2 after the point',
})
const Tier = Type.Object(
  { up_to: Nullable(DecimalAmount), charge: Fee },
  { additionalProperties: false, description: '`up_to` null: everything above.' },
)

export const PricingRule = Type.Object({
  id: Id,
  merchant_id: Nullable(Id),
  channel: Type.String(),
  version: Type.Integer(),
  label: Type.String(),
  percentage: Type.String(),
  flat_fee: Type.String(),
  processor_charge: Type.String(),
  processor_tiers: Nullable(Type.Array(Tier)),
  processor_fee_pass_through: Type.Boolean(),
  refund_returns_fee: Type.Boolean({
    description:
      'Of `COLLECTION`: whether a refund gives back what the payment had cost, in proportion. It is kept unless told otherwise.',
  }),
  effective_from: Timestamp,
  created_at: Timestamp,
})

/** What a rule says about the price. */
const terms = {
  percentage: Percentage,
  flat_fee: Type.Optional(Fee),
  processor_charge: Type.Optional(Fee),
  processor_tiers: Type.Optional(Nullable(Type.Array(Tier, { minItems: 1, maxItems: 50 }))),
  processor_fee_pass_through: Type.Optional(Type.Boolean()),
}

const tried = {
  payments: Type.Integer(),
  fees_now: Type.String({ description: 'What was charged for them.' }),
  fees_then: Type.String({ description: 'What would have been charged under the rule.' }),
  difference: Type.String({ description: 'The second less the first.' }),
}

export const TriedKind = Type.Object({
  kind: Type.String({ description: 'The way it was paid.' }),
  ...tried,
})
export const TriedMerchant = Type.Object({ merchant_id: Id, merchant_name: Type.String(), ...tried })

export const PricingTrial = Type.Object({
  channel: Type.Enum([...channels]),
  currency: Type.String(),
  ...tried,
  truncated: Type.Boolean({
    description: 'There were more than 100,000 payments: the newest of them are counted.',
  }),
  oldest_counted_at: Nullable(
    Type.String({ ...Timestamp, description: 'When the oldest payment was made that is counted.' }),
  ),
  kinds: Type.Array(TriedKind),
  merchants: Type.Array(TriedMerchant, { description: 'The ten whose fees would change most.' }),
})

export const pricingRuleOperations = {
  adminSetPricingRule: operation({
    ...asAdmin,
    id: 'adminSetPricingRule',
    method: 'PUT',
    path: '/v1/admin/merchants/{merchant_id}/pricing-rules/{channel}',
    summary: "Set what a merchant's channel costs",
    description: 'A new version; earlier ones stay for what they were frozen into.',
    idempotency: 'none',
    body: Body({
      label: Type.String({ minLength: 1, maxLength: 120, 'x-problem': 'must be 1 to 120 characters' }),
      ...terms,
      refund_returns_fee: Type.Optional(Type.Boolean({ description: 'For `COLLECTION` only.' })),
      effective_from: Type.Optional(Timestamp),
    }),
    reply: PricingRule,
    refusals: ['not_found'],
  }),
  adminTryPricingRule: operation({
    ...asAdmin,
    id: 'adminTryPricingRule',
    method: 'POST',
    path: '/v1/admin/pricing-rules/what-if',
    summary: 'See what past payments would have cost under a rule',
    description:
      'Changes nothing. Successful payments that were asked for from `from` to `to`, at most 92 days, of one merchant or of all, are charged once ' +
      'more by the same calculation. Of more than 100,000 the newest are counted, and `truncated` says so.',
    idempotency: 'none',
    body: Body({
      channel: Type.Enum([...channels]),
      merchant_id: Type.Optional(Type.String({ ...Id, description: 'All merchants without it.' })),
      currency: Type.Optional(
        Type.String({
          pattern: '^[A-Z]{3}$',
          'x-problem': 'must be a three-letter code like TZS',
          description: '`TZS` unless told otherwise.',
        }),
      ),
      from: Type.String({ ...Day, description: 'The first day, in Dar es Salaam.' }),
      to: Type.String({ ...Day, description: 'The last day.' }),
      ...terms,
    }),
    reply: PricingTrial,
    refusals: ['not_found'],
  }),
  adminListPricingRules: operation({
    ...asAdmin,
    id: 'adminListPricingRules',
    method: 'GET',
    path: '/v1/admin/merchants/{merchant_id}/pricing-rules',
    summary: 'What a merchant pays and paid, newest first',
    idempotency: 'none',
    query: Body({ ...listQuery, channel: Type.Optional(Type.Enum([...channels])) }),
    reply: ListOf(PricingRule),
    refusals: ['not_found'],
  }),
}
