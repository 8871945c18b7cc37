import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../database/database.ts'
import { type ChangedBy, lockConfig, refuseSameAddress } from '../webhook-config/webhook-config.ts'
import { giveUpAllOf } from '../webhooks/webhooks.ts'
import type { World } from '../world/world.ts'
import { changeDefault } from './change-default.ts'
import { type EndpointRow, findEndpointRow, type Shown, showEndpoint, tellable } from './endpoint-row.ts'
import { type EndpointChange, settingsOf } from './endpoint-settings.ts'

/** Applies what is given and leaves the rest, one after the other with all who change the merchant's endpoints. */
export async function changeEndpoint(
  tx: Transaction,
  world: World,
  by: ChangedBy,
  { merchantId, id, change }: { merchantId: string; id: string; change: EndpointChange },
): Promise<Shown> {
  await lockConfig(tx, merchantId, world.clock.now())
  const before = await findEndpointRow(tx, world, merchantId, id)
  if (before.is_default) {
    await changeDefault(tx, world, by, { merchantId, before, change })
    return showEndpoint(world, await findEndpointRow(tx, world, merchantId, id))
  }
  const { environment } = before
  if (change.url !== undefined)
    await refuseSameAddress(tx, { merchantId, environment }, { field: 'url', url: change.url, id })
  const after = await write(tx, world, before, change)
  if (after.switched_off_at !== null && before.switched_off_at === null)
    await giveUpAllOf(tx, [id], 'The endpoint was switched off.')
  const row = await findEndpointRow(tx, world, merchantId, id)
  recordAudit(tx, world.vault, [
    {
      ...{ at: world.clock.now(), ...by, merchantId, action: 'webhook_endpoint.changed' },
      subject: { kind: 'webhook_endpoint', id },
      details: { before: tellable(before), after: tellable(row) },
    },
  ])
  return showEndpoint(world, row)
}

type Health = Pick<EndpointRow, 'failing_since' | 'switched_off_at' | 'switched_off_because'>

/** The row is locked by the update; what a worker writes of it meanwhile is about how it does, and is overwritten only where that is meant. */
async function write(
  tx: Transaction,
  world: World,
  before: EndpointRow,
  change: EndpointChange,
): Promise<Health> {
  const now = world.clock.now()
  const after = { ...before, ...settingsOf(change), url: change.url ?? before.url }
  const [health] = await tx<Health[]>`
    select failing_since, switched_off_at, switched_off_because from added_webhook_endpoints
    where id = ${before.id} for update`
  if (!health) throw new Error('The endpoint is gone.')
  const next = healthAfter(health, before, change, now)
  await tx`
    update added_webhook_endpoints
    set url = ${after.url}, events = ${after.events}, methods = ${after.methods},
      metadata = ${JSON.stringify(after.metadata)}::jsonb, success_event_name = ${after.success_event_name},
      failing_since = ${next.failing_since}, switched_off_at = ${next.switched_off_at},
      switched_off_because = ${next.switched_off_because}, asks_since = ${now}
    where id = ${before.id}`
  return next
}

const on: Health = { failing_since: null, switched_off_at: null, switched_off_because: null }

/** What was known of an address is not known of another; only who switched it off can want it off there too. */
function healthAfter(health: Health, { url }: EndpointRow, change: EndpointChange, now: Date): Health {
  const isDisabled = health.switched_off_because === 'disabled'
  if (change.is_enabled === false)
    return isDisabled ? health : { ...on, switched_off_at: now, switched_off_because: 'disabled' }
  const isElsewhere = change.url !== undefined && change.url !== url
  if (change.is_enabled === true) return health.switched_off_at !== null || isElsewhere ? on : health
  if (!isElsewhere) return health
  return isDisabled ? { ...health, failing_since: null } : on
}
