import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Parts, Sample, Stage } from './stage.ts'

/** Off, so that nobody else's payments are looked at. */
const rule = {
  name: 'Large at night',
  applies_to: 'collections',
  when: {
    all: [
      { field: 'amount', is: 'more_than', value: '500000.00' },
      { field: 'hour', is: 'less_than', value: '5' },
    ],
  },
  action: 'review',
  mode: 'off',
}

async function called(
  { service, cast }: Stage,
  path: string,
  method: string,
  body?: unknown,
): Promise<string> {
  const sent = { ...cast.credentials.super_admin, method, ...(body !== undefined && { body }) }
  const answer = await service.call(path, sent)
  assert.ok(answer.body.success, JSON.stringify(answer.body))
  return String(answer.body.data.id)
}

/** For one merchant: over everybody rules only who belongs to none. */
const ruleOf = ({ cast }: Stage) => ({ ...rule, merchant_id: cast.merchantId })
const madeRule = (stage: Stage) => called(stage, '/v1/admin/risk-rules', 'POST', ruleOf(stage))

function asAdmin(rest: (stage: Stage) => Promise<Parts>): Sample {
  return async (stage) => ({ headers: { 'x-environment': 'sandbox' }, ...(await rest(stage)) })
}

const ofARule = asAdmin(async (stage) => ({ params: { rule_id: await madeRule(stage) } }))
const phone = () => `07${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`

export const samplesOfRisk: Record<string, Sample> = {
  adminListRiskRules: asAdmin(async () => ({})),
  adminCreateRiskRule: asAdmin(async (stage) => ({
    headers: { 'x-environment': 'sandbox', 'idempotency-key': randomUUID() },
    body: ruleOf(stage),
  })),
  adminReadRiskRule: ofARule,
  adminChangeRiskRule: asAdmin(async (stage) => ({
    params: { rule_id: await madeRule(stage) },
    body: { ...ruleOf(stage), name: 'Large before dawn' },
  })),
  adminTryRiskRule: asAdmin(async (stage) => {
    // Few may wait at once, and here nobody makes them.
    await stage.service.world.sql`update risk_simulations set due_at = null where due_at is not null`
    return { params: { rule_id: await madeRule(stage) } }
  }),
  adminReadRiskSimulation: asAdmin(async (stage) => {
    await stage.service.world.sql`update risk_simulations set due_at = null where due_at is not null`
    const path = `/v1/admin/risk-rules/${await madeRule(stage)}/simulate`
    return { params: { simulation_id: await called(stage, path, 'POST') } }
  }),
  adminListRiskHits: asAdmin(async () => ({})),
  adminListRiskListEntries: asAdmin(async () => ({})),
  adminSetRiskListEntry: asAdmin(async () => ({
    params: { list: 'stolen-phones', value: phone() },
    body: { note: 'Reported to the police' },
  })),
  adminRemoveRiskListEntry: asAdmin(async (stage) => {
    const value = phone()
    await called(stage, `/v1/admin/risk-lists/stolen-phones/${value}`, 'PUT', {})
    return { params: { list: 'stolen-phones', value } }
  }),
}
