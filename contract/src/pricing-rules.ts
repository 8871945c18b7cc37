import Type from 'typebox'
import { Body, DecimalAmount, Id, ListOf, listQuery, Nullable, Timestamp } from './fields.ts'
import { asAdmin, operation } from './operation.ts'
import { withdrawalMethods } from './withdrawal-fields.ts'

export const channels = [...withdrawalMethods, 'COLLECTION'] as const

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
  effective_from: Timestamp,
  created_at: Timestamp,
})

export const pricingRuleOperations = {
  setPricingRule: operation({
    ...asAdmin,
    id: 'setPricingRule',
    method: 'PUT',
    path: '/v1/admin/merchants/{merchant_id}/pricing-rules/{channel}',
    summary: "Set what a merchant's channel costs",
    description: 'A new version; earlier ones stay for what they were frozen into.',
    idempotency: 'none',
    body: Body({
      label: Type.String({ minLength: 1, maxLength: 120, 'x-problem': 'must be 1 to 120 characters' }),
      percentage: Percentage,
      flat_fee: Type.Optional(Fee),
      processor_charge: Type.Optional(Fee),
      processor_tiers: Type.Optional(Nullable(Type.Array(Tier, { minItems: 1, maxItems: 50 }))),
      processor_fee_pass_through: Type.Optional(Type.Boolean()),
      effective_from: Type.Optional(Timestamp),
    }),
    reply: PricingRule,
    refusals: ['not_found'],
  }),
  listPricingRules: operation({
    ...asAdmin,
    id: 'listPricingRules',
    method: 'GET',
    path: '/v1/admin/merchants/{merchant_id}/pricing-rules',
    summary: 'What a merchant pays and paid, newest first',
    idempotency: 'none',
    query: Body({ ...listQuery, channel: Type.Optional(Type.Enum([...channels])) }),
    reply: ListOf(PricingRule),
    refusals: ['not_found'],
  }),
}
