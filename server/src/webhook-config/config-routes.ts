import { operations } from '@malipo/contract'
import type { AddressGuard } from '../courier/courier.ts'
import { type Actor, type Route, route } from '../http/http.ts'
import { type FieldProblem, invalid } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { type ChangedBy, changeConfig } from './change-config.ts'
import { type ConfigChange, showConfig } from './show-config.ts'

type Guard = Pick<AddressGuard, 'problemOf'>

export function configRoutes(world: World, guard: Guard): Route[] {
  return [
    route(operations.readWebhookConfig, ({ caller }) => showConfig(world.sql, world, caller.merchantId)),
    route(operations.changeWebhookConfig, async ({ body, caller, requestId }) => {
      await refuseBadAddresses(guard, body)
      const by = changedBy(caller, requestId)
      return await world.sql.begin((tx) => changeConfig(tx, world, by, caller.merchantId, body))
    }),
  ]
}

/** The guard may look names up, so no transaction waits for it. */
async function refuseBadAddresses(guard: Guard, change: ConfigChange): Promise<void> {
  const fields = ['webhook_url', 'sandbox_webhook_url'] as const
  const found = await Promise.all(
    fields.map(async (field): Promise<FieldProblem[]> => {
      const url = change[field]
      const problem = url ? await guard.problemOf(url) : null
      return problem === null ? [] : [{ field, problem }]
    }),
  )
  const problems = found.flat()
  if (problems.length > 0) throw invalid(...problems)
}

export function changedBy({ by }: Actor, requestId: string): ChangedBy {
  if (by.kind !== 'person') throw new Error('Webhooks are set up by people.')
  return { actor: { kind: 'member', id: by.user.id }, requestId }
}
