import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../database/database.ts'
import { daysBefore } from '../primitives/clock.ts'
import { Refusal } from '../primitives/refusal.ts'
import { type ChangedBy, lockConfig } from '../webhook-config/webhook-config.ts'
import { giveUpAllOf } from '../webhooks/webhooks.ts'
import type { World } from '../world/world.ts'
import { findEndpointRow, tellable } from './endpoint-row.ts'

/** Forgets its address and its secrets. The row stays for as long as anything was owed to it. */
export async function deleteEndpoint(
  tx: Transaction,
  world: World,
  by: ChangedBy,
  { merchantId, id }: { merchantId: string; id: string },
) {
  await lockConfig(tx, merchantId, world.clock.now())
  const before = await findEndpointRow(tx, world, merchantId, id)
  if (before.is_default)
    throw new Refusal('invalid_state', {
      message:
        'A default endpoint is taken away in the webhook configuration: set its address to null there.',
    })
  const now = world.clock.now()
  await tx`delete from retired_endpoint_secrets where endpoint_id = ${id}`
  await tx`update added_webhook_endpoints set url = null, secret_sealed = null, deleted_at = ${now} where id = ${id}`
  await giveUpAllOf(tx, [id], 'The endpoint was deleted.')
  recordAudit(tx, world.vault, [
    {
      ...{ at: now, ...by, merchantId, action: 'webhook_endpoint.deleted' },
      ...{ subject: { kind: 'webhook_endpoint', id }, details: tellable(before) },
    },
  ])
  return { id, removed: true as const }
}

/** They are few, and each look is a range of an index. */
const mostAtOnce = 1_000

/**
 * Forgets those to whom nothing that is still kept was ever owed, a day after they were deleted: by then nobody is in the middle of owing them
 * something.
 */
export async function forgetDeleted({ sql, clock }: World): Promise<number> {
  const { count } = await sql`
    delete from added_webhook_endpoints where id in (
      select a.id from added_webhook_endpoints a
      where a.deleted_at < ${daysBefore(clock.now(), 1)} and not exists (
        select from webhook_deliveries d where d.is_added and d.endpoint_id = a.id)
      limit ${mostAtOnce})`
  return count
}
