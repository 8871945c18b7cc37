import Type from 'typebox'
import { Body, EnvironmentName, Id, ListOf, listQuery, Name, Nullable, Timestamp } from './fields.ts'
import { asAdmin, operation } from './operation.ts'
import { RiskCondition, RiskFact, riskActions, riskKinds, riskModes, riskOutcomes } from './risk-fields.ts'

const settings = {
  name: { ...Name, description: 'What Super Admins call it. Merchants never read it.' },
  applies_to: Type.Enum([...riskKinds]),
  merchant_id: Type.Optional(Nullable({ ...Id, description: 'Null: for all merchants.' })),
  when: RiskCondition,
  action: Type.Enum([...riskActions], {
    description:
      '`allow` goes before `block`, and that before `review`. `review` holds a payment when its money has come, and asks a second person ' +
      'to approve a payout; `block` refuses either before anything is made. No rule skips an approval.',
  }),
  mode: Type.Enum([...riskModes], { description: '`watch` only notes what it would have done.' }),
}

export const RiskRule = Type.Object({
  id: Id,
  version: Type.Integer(),
  ships: Type.Boolean({
    description: 'Whether it comes with the service. Of such a rule only `mode` can be changed.',
  }),
  ...settings,
  merchant_id: Nullable(Id),
  changed_at: Timestamp,
  changed_by: Nullable({ ...Id, description: 'Null: as it came with the service.' }),
})

export const RiskRuleVersions = Type.Object({
  ...RiskRule.properties,
  versions: Type.Array(RiskRule, { description: 'Newest first, the present one included; the last 100.' }),
})

const RiskPayment = Type.Enum(['collection', 'withdrawal'])

export const RiskHit = Type.Object({
  id: Id,
  at: Timestamp,
  environment: EnvironmentName,
  merchant_id: Id,
  merchant_name: Type.String(),
  rule_id: Id,
  rule_version: Type.Integer(),
  rule_name: Type.String(),
  action: Type.Enum([...riskActions]),
  outcome: Type.Enum([...riskOutcomes], {
    description: '`watched`: the rule only watches, or one that goes before it decided otherwise.',
  }),
  kind: RiskPayment,
  payment_id: Nullable({ ...Id, description: 'Null where it was refused, so that there is none.' }),
  amount: Type.String(),
  currency: Type.String(),
  sentence: Type.String({ examples: ['5 payments in 10 minutes from this payer, 4 allowed.'] }),
  facts: Type.Array(RiskFact),
})

export const RiskSample = Type.Object({
  kind: RiskPayment,
  payment_id: Id,
  merchant_id: Id,
  at: Timestamp,
  status: Type.String(),
  amount: Type.String(),
  currency: Type.String(),
  sentence: Type.String(),
})

export const RiskSimulation = Type.Object({
  id: Id,
  rule_id: Id,
  rule_version: Type.Integer(),
  environment: EnvironmentName,
  status: Type.Enum(['PREPARING', 'READY']),
  days: Type.Integer(),
  created_at: Timestamp,
  completed_at: Nullable(Timestamp),
  looked_at: Nullable(Type.Integer({ description: 'How many payments there were.' })),
  truncated: Nullable(
    Type.Boolean({ description: 'Whether there were more than are looked at: then the newest were.' }),
  ),
  matches: Nullable(Type.Integer()),
  sums: Type.Array(Type.Object({ currency: Type.String(), amount: Type.String() }), {
    description: 'Of the payments that match.',
  }),
  outcomes: Type.Array(Type.Object({ status: Type.String(), count: Type.Integer() }), {
    description: 'What became of them.',
  }),
  samples: Type.Array(RiskSample, { description: 'The newest, at most 50.' }),
})

const ListName = Type.String({
  pattern: '^[a-z0-9-]{1,40}$',
  'x-problem': 'must be 1 to 40 small letters, digits or hyphens',
})

export const RiskListEntry = Type.Object({
  id: Id,
  list: Type.String(),
  value: Type.String({ description: 'A phone number as 255 and nine digits, or an account number.' }),
  note: Nullable(Type.String()),
  added_at: Timestamp,
  added_by: Id,
})

/** What payments are looked at for, as Super Admins say it. */
export const riskOperations = {
  adminListRiskRules: operation({
    ...asAdmin,
    id: 'adminListRiskRules',
    method: 'GET',
    path: '/v1/admin/risk-rules',
    summary: 'List the rules that payments are looked at by',
    description: 'Each in its present version, those that come with the service among them.',
    idempotency: 'none',
    query: Body({ ...listQuery, merchant_id: Type.Optional(Id) }),
    reply: ListOf(RiskRule),
  }),
  adminCreateRiskRule: operation({
    ...asAdmin,
    id: 'adminCreateRiskRule',
    method: 'POST',
    path: '/v1/admin/risk-rules',
    summary: 'Make a rule',
    description:
      'Acts on new payments, within seconds, in both environments. At most 100 are `on` or `watch`.',
    idempotency: 'accepted',
    status: 201,
    body: Body(settings),
    reply: RiskRule,
    refusals: ['invalid_state'],
  }),
  adminReadRiskRule: operation({
    ...asAdmin,
    id: 'adminReadRiskRule',
    method: 'GET',
    path: '/v1/admin/risk-rules/{rule_id}',
    summary: 'Read a rule with its earlier versions',
    idempotency: 'none',
    reply: RiskRuleVersions,
    refusals: ['not_found'],
  }),
  adminChangeRiskRule: operation({
    ...asAdmin,
    id: 'adminChangeRiskRule',
    method: 'PUT',
    path: '/v1/admin/risk-rules/{rule_id}',
    summary: 'Put a new version in the place of a rule',
    description: 'Earlier versions are kept, because hits name theirs. `off` ends a rule; none is deleted.',
    idempotency: 'none',
    body: Body(settings),
    reply: RiskRule,
    refusals: ['not_found', 'invalid_state'],
  }),
  adminTryRiskRule: operation({
    ...asAdmin,
    id: 'adminTryRiskRule',
    method: 'POST',
    path: '/v1/admin/risk-rules/{rule_id}/simulate',
    summary: 'Try a rule on the payments of the last 90 days',
    description:
      'Answers at once; read it until it is `READY`. Each payment is judged by what was known when it was asked for. Nothing is changed. ' +
      'A rule that is `off` can be tried, too.',
    idempotency: 'accepted',
    status: 202,
    reply: RiskSimulation,
    refusals: ['not_found', 'rate_limited'],
  }),
  adminReadRiskSimulation: operation({
    ...asAdmin,
    id: 'adminReadRiskSimulation',
    method: 'GET',
    path: '/v1/admin/risk-simulations/{simulation_id}',
    summary: 'Read what a rule would have done',
    description: 'Kept for 30 days.',
    idempotency: 'none',
    reply: RiskSimulation,
    refusals: ['not_found'],
  }),
  adminListRiskHits: operation({
    ...asAdmin,
    id: 'adminListRiskHits',
    method: 'GET',
    path: '/v1/admin/risk-hits',
    summary: 'List what rules have met',
    description: 'Newest first, one environment at a time. Kept for 400 days.',
    idempotency: 'none',
    query: Body({
      ...listQuery,
      rule_id: Type.Optional(Id),
      merchant_id: Type.Optional(Id),
      payment_id: Type.Optional(Id),
      outcome: Type.Optional(Type.Enum([...riskOutcomes])),
    }),
    reply: ListOf(RiskHit),
  }),
  adminListRiskListEntries: operation({
    ...asAdmin,
    id: 'adminListRiskListEntries',
    method: 'GET',
    path: '/v1/admin/risk-lists',
    summary: 'See which numbers are on lists',
    idempotency: 'none',
    query: Body({ ...listQuery, list: Type.Optional(ListName) }),
    reply: ListOf(RiskListEntry),
  }),
  adminSetRiskListEntry: operation({
    ...asAdmin,
    id: 'adminSetRiskListEntry',
    method: 'PUT',
    path: '/v1/admin/risk-lists/{list}/{value}',
    summary: 'Put a number on a list',
    description:
      'A phone or account number. A list is there as soon as something is on it. Again changes the note.',
    idempotency: 'none',
    body: Body({ note: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })) }),
    reply: RiskListEntry,
  }),
  adminRemoveRiskListEntry: operation({
    ...asAdmin,
    id: 'adminRemoveRiskListEntry',
    method: 'DELETE',
    path: '/v1/admin/risk-lists/{list}/{value}',
    summary: 'Take a number off a list',
    description: 'It is kept nowhere after that.',
    idempotency: 'none',
    reply: Type.Object({ list: Type.String(), removed: Type.Literal(true) }),
    refusals: ['not_found'],
  }),
}
