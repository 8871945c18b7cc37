import type { BodyOf, Environment, operations, successEventNames, WebhookConfig } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database, Transaction } from '../database/database.ts'
import type { World } from '../world/world.ts'

/** Where and what is delivered to a merchant, as it is kept. */
export type ConfigRow = {
  webhook_url: string | null
  /** Null for the same as webhook_url. */
  sandbox_webhook_url: string | null
  /** Null for all. */
  events: string[] | null
  success_event_name: (typeof successEventNames)[number] | null
}

/** What is absent stays as it is. */
export type ConfigChange = BodyOf<typeof operations.changeWebhookConfig>

type Shown = Static<typeof WebhookConfig>

type EndpointRow = {
  environment: Environment
  url: string
  failing_since: Date | null
  switched_off_at: Date | null
  switched_off_because: string | null
}

type Row = ConfigRow & {
  webhook_secret_sealed: Buffer
  secret_rotated_at: Date | null
  old_secret_signs_until: Date | null
} & (EndpointRow | { environment: null })

/** The whole configuration, read in one statement so that its parts fit together. */
export async function showConfig(
  sql: Database | Transaction,
  { clock, vault }: World,
  merchantId: string,
  secretIsWhole = false,
): Promise<Shown> {
  const rows = await sql<Row[]>`
    select m.webhook_secret_sealed, c.webhook_url, coalesce(c.sandbox_webhook_url, c.webhook_url) as sandbox_webhook_url,
      c.events, c.success_event_name, c.secret_rotated_at,
      (select max(signs_until) from retired_webhook_secrets r
        where r.merchant_id = m.id and r.signs_until > ${clock.now()}) as old_secret_signs_until,
      e.environment, e.url, e.failing_since, e.switched_off_at, e.switched_off_because
    from merchants m
    left join webhook_configs c on c.merchant_id = m.id
    left join webhook_endpoints e on e.merchant_id = m.id and e.url is not null
    where m.id = ${merchantId} order by e.environment`
  const [config] = rows
  if (!config) throw new Error('The merchant is gone.')
  const secret = vault.open(config.webhook_secret_sealed)
  return {
    webhook_url: config.webhook_url,
    sandbox_webhook_url: config.sandbox_webhook_url,
    events: config.events ?? ['*'],
    success_event_name: config.success_event_name,
    webhook_secret: secretIsWhole ? secret : masked(secret),
    secret_rotated_at: config.secret_rotated_at?.toISOString() ?? null,
    old_secret_signs_until: config.old_secret_signs_until?.toISOString() ?? null,
    endpoints: rows.flatMap((row) => (row.environment === null ? [] : [showEndpoint(row)])),
  }
}

function showEndpoint(row: EndpointRow): Shown['endpoints'][number] {
  return {
    environment: row.environment,
    url: row.url,
    status: row.switched_off_at ? 'off' : row.failing_since ? 'failing' : 'on',
    failing_since: row.failing_since?.toISOString() ?? null,
    switched_off_at: row.switched_off_at?.toISOString() ?? null,
    switched_off_because: row.switched_off_because,
  }
}

/** Enough to tell which of two secrets it is, and nothing that helps to guess it. */
export function masked(secret: string): string {
  return `whsec_****${secret.slice(-4)}`
}
