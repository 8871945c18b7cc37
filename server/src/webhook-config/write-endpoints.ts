import type { Environment } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import { giveUpAllOf } from '../webhooks/webhooks.ts'
import type { World } from '../world/world.ts'
import { refuseSameAddress } from './same-address.ts'
import type { ConfigChange, ConfigRow } from './show-config.ts'

/**
 * Writes the address of each environment that the change is about, and switches it on again. Both rows are made
 * together, so that locks taken in the order of their ids are taken in the order of the environments.
 */
export async function writeEndpoints(
  tx: Transaction,
  { newId }: World,
  merchantId: string,
  config: ConfigRow,
  change: ConfigChange,
): Promise<void> {
  const named = namedBy(config, change)
  if (named.length === 0) return
  const urls = { live: config.webhook_url, sandbox: config.sandbox_webhook_url ?? config.webhook_url }
  for (const environment of named) {
    const isOwn = environment === 'sandbox' && typeof change.sandbox_webhook_url === 'string'
    const field = isOwn ? 'sandbox_webhook_url' : 'webhook_url'
    await refuseSameAddress(
      tx,
      { merchantId, environment },
      { field, url: urls[environment], isDefault: true },
    )
  }
  const environments = Object.keys(urls)
  const written = await tx<{ id: string; url: string | null }[]>`
    insert into webhook_endpoints as e (id, merchant_id, environment, url)
    select id, ${merchantId}::uuid, environment, url
    from unnest(${environments.map(() => newId())}::uuid[], ${environments}::text[], ${Object.values(urls)}::text[])
      as given (id, environment, url)
    on conflict (merchant_id, environment) do update
      set url = excluded.url, failing_since = null, switched_off_at = null, switched_off_because = null
      where e.environment = any(${named}::text[])
    returning id, url`
  const removed = written.filter(({ url }) => url === null).map(({ id }) => id)
  if (removed.length > 0) await giveUpAllOf(tx, removed, 'The webhook address was removed.')
}

/** The sandbox follows webhook_url for as long as it has no address of its own, and again when it gives that up. */
function namedBy(config: ConfigRow, change: ConfigChange): Environment[] {
  const isLive = change.webhook_url !== undefined
  const isSandbox =
    change.sandbox_webhook_url !== undefined || (isLive && config.sandbox_webhook_url === null)
  return [...(isLive ? (['live'] as const) : []), ...(isSandbox ? (['sandbox'] as const) : [])]
}
