import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../database/database.ts'
import { newWebhookSecret } from '../primitives/webhook-secret.ts'
import {
  type ChangedBy,
  changeConfig,
  lockConfig,
  mostOldSecrets,
  oldSignsForMs,
} from '../webhook-config/webhook-config.ts'
import type { World } from '../world/world.ts'
import { findEndpointRow, type Shown, showEndpoint } from './endpoint-row.ts'

/** Gives the endpoint a new secret, shown whole this once, and lets the old one sign beside it for a while. */
export async function rotateEndpointSecret(
  tx: Transaction,
  world: World,
  by: ChangedBy,
  { merchantId, id }: { merchantId: string; id: string },
): Promise<Shown> {
  await lockConfig(tx, merchantId, world.clock.now())
  const before = await findEndpointRow(tx, world, merchantId, id)
  const secret = before.is_default
    ? (await changeConfig(tx, world, by, merchantId, { rotate_secret: true })).webhook_secret
    : await rotateOwn(tx, world, by, { merchantId, id })
  return showEndpoint(world, await findEndpointRow(tx, world, merchantId, id), secret)
}

async function rotateOwn(
  tx: Transaction,
  world: World,
  by: ChangedBy,
  { merchantId, id }: { merchantId: string; id: string },
): Promise<string> {
  const now = world.clock.now()
  const signsUntil = new Date(now.getTime() + oldSignsForMs)
  const secret = newWebhookSecret()
  await tx`
    delete from retired_endpoint_secrets
    where endpoint_id = ${id} and (signs_until <= ${now} or id not in (
      select id from retired_endpoint_secrets where endpoint_id = ${id}
      order by signs_until desc, id desc limit ${mostOldSecrets - 1}))`
  await tx`
    insert into retired_endpoint_secrets (id, merchant_id, endpoint_id, secret_sealed, signs_until)
    select ${world.newId()}, merchant_id, id, secret_sealed, ${signsUntil} from added_webhook_endpoints where id = ${id}`
  await tx`
    update added_webhook_endpoints set secret_sealed = ${world.vault.seal(secret)}, secret_rotated_at = ${now}
    where id = ${id}`
  recordAudit(tx, world.vault, [
    {
      ...{ at: now, ...by, merchantId, action: 'webhook_endpoint_secret.rotated' },
      ...{ subject: { kind: 'webhook_endpoint', id }, details: { old_secret_signs_until: signsUntil } },
    },
  ])
  return secret
}
