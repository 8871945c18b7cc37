import type { DeliveryStatus, Environment } from '@malipo/contract'
import type { Attempted } from '../courier/courier.ts'
import { inColumns, type Transaction } from '../database/database.ts'
import type { World } from '../world/world.ts'
import type { Claimed } from './claim-deliveries.ts'
import type { Endpoint } from './load-endpoints.ts'
import { nextAttemptAt } from './retry-schedule.ts'

/** One attempt, and under which lease it was made. */
export type Outcome = { delivery: Claimed; endpoint: Endpoint; at: Date; attempted: Attempted }

/** What became of an outcome: it moved its delivery, came too late for that, or somebody else holds the delivery just now. */
export type Recorded = 'moved' | 'late' | 'held'

/**
 * Writes down what was tried, and when to try again. The attempt is a fact whoever made it; the delivery itself is moved
 * only by the present holder of its lease, and once. What got through is delivered, even if it was given up meanwhile, and
 * shows that the endpoint works. Nobody is waited for: of what somebody else holds nothing is written.
 */
export async function recordAttempts(world: World, outcomes: Outcome[]): Promise<Recorded[]> {
  const now = world.clock.now()
  const rows = outcomes.map((outcome) => rowOf(outcome, now))
  const merchants = [...new Set(rows.map(({ merchant_id: id }) => id))]
  const written = await world.sql<{ id: string; moved: boolean }[]>`
    with results as (
      select * from ${inColumns('r', rows, rowTypes)}
    ), free as materialized (
      select id from webhook_deliveries
      where id = any(${outcomes.map(({ delivery }) => delivery.id)}::uuid[])
        and of_merchants(merchant_id, ${merchants}::uuid[])
      order by id for update skip locked
    ), kept as (
      insert into webhook_attempts
        (merchant_id, delivery_id, lease, at, url, result, status, error, response_body, duration_ms)
      select merchant_id, delivery_id, lease, at, url, result, status, error, response_body, duration_ms
      from results join free on free.id = delivery_id
      on conflict do nothing returning delivery_id, lease
    ), works as (
      update webhook_endpoints set failing_since = null where merchant_id = any(${merchants}::uuid[]) and id in (
        select id from webhook_endpoints
        where merchant_id = any(${merchants}::uuid[]) and failing_since is not null and id in (select endpoint_id from results where result = 'delivered')
        order by id for update skip locked)
    ), added_works as (
      update added_webhook_endpoints set failing_since = null where merchant_id = any(${merchants}::uuid[]) and id in (
        select id from added_webhook_endpoints
        where merchant_id = any(${merchants}::uuid[]) and failing_since is not null and id in (select endpoint_id from results where result = 'delivered')
        order by id for update skip locked)
    ), moved as (
      update webhook_deliveries d
      set status = case when d.status = 'pending' or r.result = 'delivered' then r.next_status else d.status end,
        due_at = case when d.status = 'pending' then r.due_at else d.due_at end, holder = null, attempts = d.attempts + 1, failures = r.failures,
        last_status = r.status, last_error = r.error, last_attempt_at = r.at, delivered_at = r.delivered_at
      from results r join kept using (delivery_id, lease)
      where d.id = r.delivery_id and of_merchants(d.merchant_id, ${merchants}::uuid[]) and d.lease = r.lease
      returning d.id
    )
    select free.id, moved.id is not null as moved from free left join moved using (id)`
  const known = new Map(written.map(({ id, moved }): [string, Recorded] => [id, moved ? 'moved' : 'late']))
  return outcomes.map(({ delivery }) => known.get(delivery.id) ?? 'held')
}

const rowTypes = {
  merchant_id: 'uuid',
  delivery_id: 'uuid',
  endpoint_id: 'uuid',
  lease: 'integer',
  at: 'timestamptz',
  url: 'text',
  result: 'text',
  status: 'integer',
  error: 'text',
  response_body: 'text',
  duration_ms: 'integer',
  next_status: 'text',
  due_at: 'timestamptz',
  failures: 'integer',
  delivered_at: 'timestamptz',
} as const

function rowOf({ delivery, endpoint, at, attempted }: Outcome, now: Date) {
  const { id, merchant_id, lease, failures } = delivery
  return {
    merchant_id,
    delivery_id: id,
    endpoint_id: endpoint.id,
    lease,
    at,
    url: endpoint.url,
    result: attempted.result,
    status: attempted.status,
    error: attempted.error,
    response_body: attempted.responseBody,
    duration_ms: Math.round(attempted.durationMs),
    ...after(id, failures, attempted, now),
  }
}

function after(deliveryId: string, failures: number, { result, retryAfterMs }: Attempted, now: Date) {
  const next = (status: DeliveryStatus) => ({
    next_status: status,
    due_at: null,
    failures,
    delivered_at: null,
  })
  if (result === 'delivered') return { ...next('delivered'), delivered_at: now }
  const due = nextAttemptAt({ deliveryId, failures: failures + 1, retryAfterMs, now })
  if (due === null) return { ...next('exhausted'), failures: failures + 1 }
  return { ...next('pending'), due_at: due, failures: failures + 1 }
}

/** What was claimed and has nowhere to go any more is given up, visibly; with a new address it can be replayed. */
export async function giveUp({ sql }: World, claimed: Claimed[]): Promise<void> {
  if (claimed.length === 0) return
  await sql`
    update webhook_deliveries d
    set status = 'exhausted', due_at = null, holder = null,
      last_error = coalesce(last_error, 'The endpoint is switched off or was taken away.')
    from unnest(${claimed.map(({ id }) => id)}::uuid[], ${claimed.map(({ lease }) => lease)}::integer[]) as c (id, lease)
    where d.id = c.id and d.lease = c.lease and d.status = 'pending'`
}

/** As many as one statement can surely end in its time. */
const mostAtOnce = 20_000

/**
 * Gives up all that is owed to endpoints. What a worker is just writing is not waited for: it finds out by itself that
 * there is nowhere to send it to.
 */
export async function giveUpAllOf(tx: Transaction, endpointIds: string[], reason: string): Promise<void> {
  for (;;) {
    const { count } = await tx`
      update webhook_deliveries set status = 'exhausted', due_at = null, holder = null, last_error = coalesce(last_error, ${reason})
      where id = any(array(
        select id from webhook_deliveries where endpoint_id = any(${endpointIds}::uuid[]) and due_at is not null
        limit ${mostAtOnce} for update skip locked))`
    if (count < mostAtOnce) return
  }
}

/**
 * Owes a delivery again from now on, whatever became of it before; the endpoint it goes to, or null if there is no such delivery. The lease is counted up, so
 * that whoever has it in hand just now cannot write an older word over it; the receiver may then see it twice.
 */
export async function oweAgain(
  tx: Transaction,
  { merchantId, environment }: { merchantId: string; environment: Environment },
  id: string,
  now: Date,
): Promise<string | null> {
  const [owed] = await tx<{ endpoint_id: string }[]>`
    update webhook_deliveries
    set status = 'pending', due_at = ${now}, holder = null, failures = 0, lease = lease + 1, delivered_at = null
    where id = ${id} and merchant_id = ${merchantId} and environment = ${environment}
    returning endpoint_id`
  return owed?.endpoint_id ?? null
}
