import { type Environment, environments, type OwnWebhookEndpoint } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database, Fragment, Transaction } from '../database/database.ts'
import { isId, timeOfId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import { masked } from '../webhook-config/webhook-config.ts'
import type { World } from '../world/world.ts'

export type Shown = Static<typeof OwnWebhookEndpoint>

/** An endpoint as it is asked for: one that was added, or the one of an environment that follows from the configuration. */
export type EndpointRow = {
  id: string
  is_default: boolean
  environment: Environment
  url: string
  /** Null for all. */
  events: string[] | null
  /** Null for any. */
  methods: Shown['methods'] | null
  metadata: Record<string, string>
  success_event_name: Shown['success_event_name']
  secret_sealed: Buffer
  secret_rotated_at: Date | null
  old_secret_signs_until: Date | null
  failing_since: Date | null
  switched_off_at: Date | null
  switched_off_because: 'gone' | 'failing' | 'disabled' | null
}

export type OfMerchant = { merchantId: string; environment?: Environment | undefined }

/** All endpoints of a merchant, or of one of its environments: queries that share no row, each one range of an index. */
export function selectEndpoints(
  sql: Database | Transaction,
  now: Date,
  { merchantId, environment: only }: OfMerchant,
): Fragment[] {
  return (only === undefined ? environments : [only]).flatMap((environment) => [
    sql`
      select e.id, true as is_default, e.environment, e.url, c.events, null::text[] as methods, '{}'::jsonb as metadata,
        c.success_event_name, m.webhook_secret_sealed as secret_sealed, c.secret_rotated_at,
        (select max(signs_until) from retired_webhook_secrets r
          where r.merchant_id = e.merchant_id and r.signs_until > ${now}) as old_secret_signs_until,
        e.failing_since, e.switched_off_at, e.switched_off_because
      from webhook_endpoints e join merchants m on m.id = e.merchant_id
      left join webhook_configs c on c.merchant_id = e.merchant_id
      where e.merchant_id = ${merchantId} and e.environment = ${environment} and e.url is not null`,
    sql`
      select a.id, false as is_default, a.environment, a.url, a.events, a.methods, a.metadata,
        a.success_event_name, a.secret_sealed, a.secret_rotated_at,
        (select max(signs_until) from retired_endpoint_secrets r
          where r.endpoint_id = a.id and r.signs_until > ${now}) as old_secret_signs_until,
        a.failing_since, a.switched_off_at, a.switched_off_because
      from added_webhook_endpoints a
      where a.merchant_id = ${merchantId} and a.environment = ${environment} and a.url is not null`,
  ])
}

/** Somebody else's id is no id, nor is that of one that was deleted. */
export async function findEndpointRow(
  sql: Database | Transaction,
  { clock }: World,
  merchantId: string,
  id: string,
): Promise<EndpointRow> {
  const ranges = isId(id) ? selectEndpoints(sql, clock.now(), { merchantId }) : []
  for (const range of ranges) {
    const [row] = await sql<EndpointRow[]>`select * from (${range}) as endpoint where id = ${id}`
    if (row) return row
  }
  throw new Refusal('not_found')
}

export function showEndpoint({ vault }: World, row: EndpointRow, secret?: string): Shown {
  const { secret_sealed: sealed, events, methods, metadata, ...plain } = row
  return {
    ...plain,
    is_enabled: row.switched_off_at === null,
    events: events ?? ['*'],
    methods: methods ?? [],
    metadata,
    webhook_secret: secret ?? masked(vault.open(sealed)),
    secret_rotated_at: row.secret_rotated_at?.toISOString() ?? null,
    old_secret_signs_until: row.old_secret_signs_until?.toISOString() ?? null,
    status: row.switched_off_at ? 'off' : row.failing_since ? 'failing' : 'on',
    failing_since: row.failing_since?.toISOString() ?? null,
    switched_off_at: row.switched_off_at?.toISOString() ?? null,
    created_at: timeOfId(row.id).toISOString(),
  }
}

/** What the audit log keeps of an endpoint, and no secret. */
export function tellable({ environment, url, events, methods, metadata, ...row }: EndpointRow) {
  return {
    ...{ environment, url, events: events ?? ['*'], methods: methods ?? [], metadata },
    ...{ success_event_name: row.success_event_name, is_enabled: row.switched_off_at === null },
  }
}
