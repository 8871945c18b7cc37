import type { Environment, successEventNames } from '@malipo/contract'
import { Refusal } from '../primitives/refusal.ts'
import { loadEndpoints, type Owner, requireEndpoint } from '../webhooks/webhooks.ts'
import type { World } from '../world/world.ts'

export type FoundEndpoint = {
  merchantId: string
  environment: Environment
  url: string
  /** The present one first, then those that still sign beside it. */
  secrets: string[]
  /** How the merchant wants a paid collection to be called. */
  successName: SuccessName
}

type SuccessName = (typeof successEventNames)[number]

/**
 * The address of the configuration, or that of a certain endpoint, and what signs for it, for what is sent at once because a
 * person asked.
 */
export async function findEndpoint(world: World, owner: Owner, endpointId?: string): Promise<FoundEndpoint> {
  const { sql } = world
  const { merchantId, environment } = owner
  const { id } = await requireEndpoint(sql, owner, endpointId)
  const [endpoints, [config]] = await Promise.all([
    loadEndpoints(world, { ids: [id], merchantIds: [merchantId] }),
    sql<{ success_event_name: SuccessName | null }[]>`
      select success_event_name from webhook_configs where merchant_id = ${merchantId}`,
  ])
  const { url = null, secrets = [] } = endpoints.get(id) ?? {}
  // Taken away or switched off a moment ago.
  if (url === null) throw new Refusal('invalid_state')
  const successName = config?.success_event_name ?? 'collection.success'
  return { merchantId, environment, url, secrets, successName }
}
