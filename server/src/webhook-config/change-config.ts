import type { EventType, WebhookConfig } from '@malipo/contract'
import type { Static } from 'typebox'
import { type AuditActor, type AuditEntry, recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../database/database.ts'
import { bothSpellings } from '../webhooks/webhooks.ts'
import type { World } from '../world/world.ts'
import { rotateSecret } from './rotate-secret.ts'
import { type ConfigChange, type ConfigRow, showConfig } from './show-config.ts'
import { writeEndpoints } from './write-endpoints.ts'

/** Who makes the change, for the audit log. */
export type ChangedBy = { actor: AuditActor; requestId: string | null }

type LockedConfig = ConfigRow & { secret_shown_at: Date | null }

/**
 * Applies what is given and leaves the rest. The configuration is locked first, and the endpoints, the secret and the
 * audit log after it, so that two who change different fields at once both have their way.
 */
export async function changeConfig(
  tx: Transaction,
  world: World,
  by: ChangedBy,
  merchantId: string,
  change: ConfigChange,
): Promise<Static<typeof WebhookConfig>> {
  const before = await lockConfig(tx, merchantId, world.clock.now())
  const now = world.clock.now()
  const after = applied(before, change)
  const isRotated = change.rotate_secret === true
  await tx`
    update webhook_configs set webhook_url = ${after.webhook_url}, sandbox_webhook_url = ${after.sandbox_webhook_url},
      events = ${after.events}, success_event_name = ${after.success_event_name},
      secret_shown_at = coalesce(secret_shown_at, ${now}),
      secret_rotated_at = ${isRotated ? now : tx`secret_rotated_at`}, updated_at = ${now}
    where merchant_id = ${merchantId}`
  await writeEndpoints(tx, world, merchantId, after, change)
  const oldSignsUntil = isRotated ? await rotateSecret(tx, world, merchantId, now) : null
  const isWhole = isRotated || before.secret_shown_at === null
  const shown = await showConfig(tx, world, merchantId, isWhole)
  const told = { at: now, ...by, subject: { kind: 'webhook_config' as const, id: merchantId }, merchantId }
  const entries: AuditEntry[] = []
  if (isNamed(change)) {
    const details = { before: tellable(before), after: tellable(after) }
    entries.push({ ...told, action: 'webhook_config.changed', details })
  }
  if (oldSignsUntil)
    entries.push({
      ...told,
      action: 'webhook_secret.rotated',
      details: { old_secret_signs_until: oldSignsUntil },
    })
  if (entries.length > 0) recordAudit(tx, world.vault, entries)
  return shown
}

/** Whoever comes second waits here, also when both make the row. */
export async function lockConfig(tx: Transaction, merchantId: string, now: Date): Promise<LockedConfig> {
  const [locked] = await tx<LockedConfig[]>`
    insert into webhook_configs as c (merchant_id, updated_at) values (${merchantId}, ${now})
    on conflict (merchant_id) do update set updated_at = c.updated_at
    returning webhook_url, sandbox_webhook_url, events, success_event_name, secret_shown_at`
  if (!locked) throw new Error('The configuration was not written.')
  return locked
}

function applied(before: ConfigRow, change: ConfigChange): ConfigRow {
  const { webhook_url, sandbox_webhook_url, events, success_event_name } = change
  return {
    webhook_url: webhook_url === undefined ? before.webhook_url : webhook_url,
    sandbox_webhook_url: sandbox_webhook_url === undefined ? before.sandbox_webhook_url : sandbox_webhook_url,
    events: events === undefined ? before.events : filterOf(events),
    success_event_name: success_event_name === undefined ? before.success_event_name : success_event_name,
  }
}

/** Null for all. Whoever asks for one spelling of a paid collection is sent both, and sees so in the list. */
function filterOf(events: ConfigChange['events']): EventType[] | null {
  if (!events || events.includes('*')) return null
  return bothSpellings(events.filter((type) => type !== '*'))
}

function isNamed({ rotate_secret: _, ...fields }: ConfigChange): boolean {
  return Object.values(fields).some((value) => value !== undefined)
}

/** What the audit log keeps of a configuration, and no secret. */
function tellable(config: ConfigRow) {
  const { webhook_url, sandbox_webhook_url, events, success_event_name } = config
  return { webhook_url, sandbox_webhook_url, events: events ?? ['*'], success_event_name }
}
