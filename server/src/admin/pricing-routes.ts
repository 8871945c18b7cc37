import { operations } from '@malipo/contract'
import { recordAudit } from '../audit/audit.ts'
import { type Decider, refuseOwnMoney } from '../auth/auth.ts'
import type { Database } from '../database/database.ts'
import { deciderOf, type Route, readPage, route } from '../http/http.ts'
import {
  channelFrom,
  type RuleBody,
  type RuleRow,
  ruleFrom,
  rulesOf,
  setRule,
  showRule,
} from '../pricing/pricing.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { tryPricingRule } from './try-pricing-rule.ts'

/** What merchants pay, as Super Admins set it. */
export function pricingRoutes(world: World): Route[] {
  return [
    route(operations.adminSetPricingRule, (call) =>
      setPricingRule(world, deciderOf(call), call.params, call.body),
    ),
    route(operations.adminTryPricingRule, (call) =>
      tryPricingRule(call.lists, call.environment(), call.body),
    ),
    route(operations.adminListPricingRules, async ({ params, query, lists }) => {
      const { merchant_id: merchantId } = params
      if (!isId(merchantId) || !(await isMerchant(lists, merchantId))) throw new Refusal('not_found')
      const rows = rulesOf(lists, merchantId, query.channel)
      return await readPage(lists, query, { rows, show: (row: RuleRow) => showRule(ruleFrom(row)) })
    }),
  ]
}

function setPricingRule(
  world: World,
  by: Decider,
  params: { merchant_id: string; channel: string },
  body: RuleBody,
) {
  const { merchant_id: merchantId } = params
  const channel = channelFrom(params.channel)
  if (channel === null || !isId(merchantId)) throw new Refusal('not_found')
  return world.sql.begin(async (tx) => {
    await refuseOwnMoney(tx, world, by, {
      merchant_id: merchantId,
      api_key_id: null,
      created_at: world.clock.now(),
    })
    const rule = await setRule(tx, world, by, merchantId, channel, body)
    const shown = showRule(rule)
    recordAudit(tx, world.vault, [
      {
        at: rule.createdAt,
        actor: { kind: 'super_admin', id: by.adminId },
        action: 'pricing_rule.set',
        subject: { kind: 'pricing_rule', id: rule.id },
        merchantId,
        details: shown,
        requestId: by.requestId,
      },
    ])
    return shown
  })
}

async function isMerchant(sql: Database, merchantId: string): Promise<boolean> {
  return (await sql`select from merchants where id = ${merchantId}`).length === 1
}
