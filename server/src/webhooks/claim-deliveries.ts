import type { Environment } from '@malipo/contract'
import type { World } from '../world/world.ts'

/** Outlasts the deadline of an attempt, and gives what a killed worker held back soon enough. */
export const leaseMs = 20_000

export type Claimed = {
  id: string
  merchant_id: string
  lease: number
  failures: number
  endpoint_id: string
  event_id: string
  /** What the event tells of. */
  resource_id: string
  body: string
  /** When the change was made, if nobody has tried to tell of it yet. */
  untold_since: Date | null
}

/** How many deliveries of an endpoint are in hand, and for how many more there is room. */
export type Room = { endpointId: string; held: number; room: number }

/**
 * Takes what is due, of each endpoint only as much as there is room for. Those of whom the least is in hand come first,
 * then the longest waiting: a long queue of one is not in the way of a single event of another. It steps from endpoint to
 * endpoint in the index, so that a hundred thousand deliveries owed to one cost the others nothing.
 */
export async function claimDeliveries(
  { sql, clock }: World,
  environment: Environment,
  { rooms, ofOthers, most }: { rooms: Room[]; ofOthers: number; most: number },
): Promise<Claimed[]> {
  if (most === 0) return []
  const now = clock.now()
  const rows = await sql<Claimed[]>`
    with recursive lanes as (
      (select endpoint_id, due_at from webhook_deliveries where due_at is not null order by endpoint_id, due_at limit 1)
      union all
      select next.endpoint_id, next.due_at from lanes cross join lateral (
        select d.endpoint_id, d.due_at from webhook_deliveries d
        where d.due_at is not null and d.endpoint_id > lanes.endpoint_id
        order by d.endpoint_id, d.due_at limit 1) next
    ), open_lanes as (
      select lanes.endpoint_id, coalesce(known.room, ${ofOthers}::integer) as room
      from lanes join (
        select id, environment from webhook_endpoints union all select id, environment from added_webhook_endpoints) e
        on e.id = lanes.endpoint_id and e.environment = ${environment}
      left join unnest(${rooms.map(({ endpointId }) => endpointId)}::uuid[],
        ${rooms.map(({ held }) => held)}::integer[], ${rooms.map(({ room }) => room)}::integer[])
        as known (endpoint_id, held, room) on known.endpoint_id = lanes.endpoint_id
      where lanes.due_at <= ${now} and coalesce(known.room, ${ofOthers}::integer) > 0
      order by coalesce(known.held, 0), lanes.due_at limit ${most}
    ), due as materialized (
      select taken.id from open_lanes cross join lateral (
        select d.id from webhook_deliveries d
        where d.endpoint_id = open_lanes.endpoint_id and d.due_at <= ${now}
        order by d.due_at limit open_lanes.room for update skip locked) taken
      limit ${most}
    )
    update webhook_deliveries w
    set due_at = ${new Date(now.getTime() + leaseMs)}, lease = w.lease + 1, holder = me.pid, holder_since = me.backend_start
    from due, pg_stat_get_activity(pg_backend_pid()) me, events e where w.id = due.id and e.id = w.event_id
    returning w.id, w.merchant_id, w.lease, w.failures, w.endpoint_id, w.event_id, e.resource_id,
      case when w.told_as is null then e.body
        else '{"type":"' || w.told_as || substr(e.body, length('{"type":"' || e.type) + 1) end as body,
      case when w.attempts = 0 and w.cause = 'event' then e.created_at end as untold_since`
  return [...rows]
}

/** Gives back what was taken and not sent, so that the next worker need not wait for the lease to end. */
export async function releaseDeliveries(
  { sql, clock }: World,
  claimed: Pick<Claimed, 'id' | 'lease'>[],
): Promise<void> {
  if (claimed.length === 0) return
  await sql`
    update webhook_deliveries d set due_at = ${clock.now()}, holder = null
    from unnest(${claimed.map(({ id }) => id)}::uuid[], ${claimed.map(({ lease }) => lease)}::integer[]) as c (id, lease)
    where d.id = c.id and d.lease = c.lease and d.status = 'pending'`
}

/**
 * Gives back what a dead worker held: its sessions are gone, and the database knows. A worker that lives has the session
 * with which it claimed for as long as a lease, because sessions that idle are kept for longer.
 */
export async function releaseFromTheDead({ sql, clock }: World): Promise<number> {
  const now = clock.now()
  const { count } = await sql`
    update webhook_deliveries d set due_at = ${now}, holder = null
    where d.due_at > ${now} and d.holder is not null and not exists (select from pg_stat_activity a
      where a.pid = d.holder and (a.backend_start is null or a.backend_start = d.holder_since))`
  return count
}
