import { type BodyOf, type Environment, mostWebhookEndpoints, type operations } from '@malipo/contract'
import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../database/database.ts'
import { Refusal } from '../primitives/refusal.ts'
import { newWebhookSecret } from '../primitives/webhook-secret.ts'
import { type ChangedBy, lockConfig, refuseSameAddress } from '../webhook-config/webhook-config.ts'
import type { World } from '../world/world.ts'
import { findEndpointRow, type Shown, showEndpoint, tellable } from './endpoint-row.ts'
import { settingsOf } from './endpoint-settings.ts'

type Wish = Omit<BodyOf<typeof operations.createWebhookEndpoint>, 'environment'> & {
  merchantId: string
  environment: Environment
}

/** Adds an endpoint with a secret of its own, which is shown whole this once. Whoever else adds one to the merchant waits meanwhile. */
export async function addEndpoint(tx: Transaction, world: World, by: ChangedBy, wish: Wish): Promise<Shown> {
  const { merchantId, environment, url } = wish
  await lockConfig(tx, merchantId, world.clock.now())
  await refuseTooMany(tx, wish)
  await refuseSameAddress(tx, wish, { field: 'url', url })
  const now = world.clock.now()
  const [id, secret] = [world.newId(), newWebhookSecret()]
  const { events, methods, metadata, success_event_name } = settingsOf(wish)
  const isOff = wish.is_enabled === false
  await tx`
    insert into added_webhook_endpoints (id, merchant_id, environment, url, events, methods, metadata, success_event_name,
      secret_sealed, switched_off_at, switched_off_because, asks_since, created_at)
    values (${id}, ${merchantId}, ${environment}, ${url}, ${events ?? null}, ${methods ?? null},
      ${JSON.stringify(metadata ?? {})}::jsonb, ${success_event_name ?? null}, ${world.vault.seal(secret)},
      ${isOff ? now : null}, ${isOff ? 'disabled' : null}, ${now}, ${now})`
  const row = await findEndpointRow(tx, world, merchantId, id)
  recordAudit(tx, world.vault, [
    {
      ...{ at: now, ...by, merchantId, action: 'webhook_endpoint.added' },
      ...{ subject: { kind: 'webhook_endpoint', id }, details: tellable(row) },
    },
  ])
  return showEndpoint(world, row, secret)
}

async function refuseTooMany(tx: Transaction, { merchantId, environment }: Wish): Promise<void> {
  const [there] = await tx<{ count: number }[]>`
    select count(*)::int as count from added_webhook_endpoints
    where merchant_id = ${merchantId} and environment = ${environment} and url is not null`
  if ((there?.count ?? 0) < mostWebhookEndpoints) return
  throw new Refusal('invalid_state', {
    message: `There are ${mostWebhookEndpoints} endpoints beside the one of webhook-config in this environment already. Delete one first.`,
  })
}
