import { type Environment, type EventType, successEventNames } from '@malipo/contract'
import { inColumns, type Transaction } from '../database/database.ts'
import type { NewId } from '../primitives/id.ts'

export type Announcement = {
  merchantId: string
  environment: Environment
  type: EventType
  resourceId: string
  /** The place among the events of the resource. */
  sequence: number
  at: Date
  resource: Record<string, unknown>
}

const rowTypes = {
  id: 'uuid',
  delivery_id: 'uuid',
  merchant_id: 'uuid',
  environment: 'text',
  type: 'text',
  resource_id: 'uuid',
  sequence: 'integer',
  method: 'text',
  metadata: 'json',
  rest: 'json',
  created_at: 'timestamptz',
} as const

/**
 * Stores events with the change they tell of, and owes them to each endpoint of the merchant that asks for them. The body is
 * written out now, so that every delivery sends the same bytes whatever becomes of the resource meanwhile. How many added
 * endpoints there are is known to the statement only, so that it makes the ids of their deliveries, which begin with the time as ours do.
 */
export async function announce(tx: Transaction, newId: NewId, announcements: Announcement[]): Promise<void> {
  if (announcements.length === 0) return
  const rows = announcements.map(({ merchantId, environment, type, resourceId, sequence, at, resource }) => ({
    id: newId(),
    delivery_id: newId(),
    merchant_id: merchantId,
    environment,
    type,
    resource_id: resourceId,
    sequence,
    // What added endpoints may ask for besides the type.
    method: typeof resource.method === 'string' ? resource.method : null,
    metadata: resource.metadata ? JSON.stringify(resource.metadata) : null,
    // All of the body but its type, which may be spelt as the merchant wishes.
    rest: JSON.stringify({
      timestamp: at,
      data: { ...resource, environment, merchant_id: merchantId, sequence },
    }).slice(1),
    created_at: at,
  }))
  await tx`
    with told as (
      select r.*, c.events, case when r.type = any(${[...successEventNames]}::text[])
        then coalesce(c.success_event_name, r.type) else r.type end as spelling
      from ${inColumns('r', rows, rowTypes)}
      left join webhook_configs c on c.merchant_id = r.merchant_id
    ), kept as (
      insert into events (id, merchant_id, environment, type, resource_id, sequence, body, created_at)
      select id, merchant_id, environment, spelling, resource_id, sequence, '{"type":"' || spelling || '",' || rest,
        created_at
      from told
    )
    insert into webhook_deliveries
      (id, event_id, endpoint_id, merchant_id, environment, cause, status, due_at, created_at, is_added, told_as)
    select t.delivery_id, t.id, e.id, t.merchant_id, t.environment, 'event', 'pending', t.created_at, t.created_at, false, null
    from told t join webhook_endpoints e on e.merchant_id = t.merchant_id and e.environment = t.environment
    where e.url is not null and e.switched_off_at is null and (t.events is null or t.spelling = any(t.events))
    union all
    select (left(t.delivery_id::text, 20) || left(md5(t.delivery_id::text || a.id::text), 15))::uuid, t.id, a.id,
      t.merchant_id, t.environment, 'event', 'pending', t.created_at, t.created_at, true,
      case when t.spelling = any(${[...successEventNames]}::text[]) then nullif(a.success_event_name, t.spelling) end
    from told t join added_webhook_endpoints a on a.merchant_id = t.merchant_id and a.environment = t.environment
    where a.url is not null and a.switched_off_at is null
      and (a.events is null or t.spelling = any(a.events) or split_part(t.spelling, '.', 1) || '.*' = any(a.events))
      and (a.methods is null or t.method = any(a.methods))
      and (a.metadata = '{}' or t.metadata::jsonb @> a.metadata)`
}
