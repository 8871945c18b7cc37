import type { AttemptResult, Delivery, DeliveryStatus, Environment, EventType } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database, Transaction } from '../database/database.ts'
import { createdWithin, type ListQuery, lastRow, readPage } from '../http/http.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import { type Owner, wantedTypes } from '../webhooks/webhooks.ts'

type Query = ListQuery & {
  status?: string
  event_id?: string
  endpoint_id?: string
  types?: string
  from?: string
  to?: string
}

type DeliveryRow = {
  id: string
  event_id: string
  event_type: EventType
  endpoint_id: string
  environment: Environment
  cause: 'event' | 'replay'
  status: DeliveryStatus
  attempts: number
  last_status: number | null
  last_error: string | null
  last_attempt_at: Date | null
  next_attempt_at: Date | null
  delivered_at: Date | null
  created_at: Date
}

type AttemptRow = {
  delivery_id: string
  at: Date
  url: string
  result: AttemptResult
  status: number | null
  error: string | null
  response_body: string | null
  duration_ms: number
}

type Shown = Static<typeof Delivery>

/** What fits on a screen; a whole schedule of retries is as long. */
const mostAttempts = 12

/** Newest first, each with what came back from its latest attempts. */
export async function listDeliveries(sql: Database, owner: Owner, query: Query) {
  const types = wantedTypes(query.types)
  const kind = query.endpoint_id === undefined ? 'any' : await kindOf(sql, owner, query.endpoint_id)
  const matching = sql`
    select id, event_id, is_added from webhook_deliveries
    where merchant_id = ${owner.merchantId} and environment = ${owner.environment}
      ${query.status === undefined ? sql`` : sql`and status = ${query.status}`}
      ${query.event_id === undefined ? sql`` : sql`and event_id = ${query.event_id}`}
      ${kind === 'added' ? sql`and is_added and endpoint_id = ${query.endpoint_id ?? null}` : sql``}
      ${kind === 'none' ? sql`and false` : sql``}
      ${createdWithin(sql, query)}`
  const page = await readPage(sql, query, {
    // A delivery does not know its event's type, and those of the default endpoint are in no index apart: they are looked through, as many as a
    // list has.
    rows:
      types === null && kind !== 'default'
        ? matching
        : sql`
          select id from (select * from (${matching}) as matching order by id desc limit ${lastRow}) as d
          where ${kind === 'default' ? sql`not is_added` : sql`true`}
            and ${types === null ? sql`true` : sql`(select e.type from events e where e.id = d.event_id) = any(${types}::text[])`}`,
    show: ({ id }) => id,
  })
  return { ...page, items: await showDeliveries(sql, owner, page.items) }
}

/** All that does not go to an added endpoint goes to the one of the environment. */
async function kindOf(sql: Database, { merchantId, environment }: Owner, id: string) {
  const [known] = await sql<{ kind: 'default' | 'added' }[]>`
    select 'default' as kind from webhook_endpoints
    where id = ${id} and merchant_id = ${merchantId} and environment = ${environment}
    union all
    select 'added' from added_webhook_endpoints
    where id = ${id} and merchant_id = ${merchantId} and environment = ${environment}`
  return known?.kind ?? 'none'
}

/** Somebody else's id is no id. */
export async function readDelivery(sql: Database | Transaction, owner: Owner, id: string): Promise<Shown> {
  const [found] = isId(id)
    ? await sql`
        select from webhook_deliveries
        where id = ${id} and merchant_id = ${owner.merchantId} and environment = ${owner.environment}`
    : []
  const [shown] = found ? await showDeliveries(sql, owner, [id]) : []
  if (!shown) throw new Refusal('not_found')
  return shown
}

async function showDeliveries(
  sql: Database | Transaction,
  { merchantId }: Owner,
  ids: string[],
): Promise<Shown[]> {
  const rows = await sql<DeliveryRow[]>`
    select d.id, d.event_id, coalesce(d.told_as, e.type) as event_type, d.endpoint_id, d.environment, d.cause, d.status, d.attempts, d.last_status,
      d.last_error, d.last_attempt_at, d.due_at as next_attempt_at, d.delivered_at, d.created_at
    from webhook_deliveries d join events e on e.id = d.event_id
    where d.id = any(${ids}::uuid[]) and of_merchants(d.merchant_id, ${[merchantId]}::uuid[])
      and of_merchants(e.merchant_id, ${[merchantId]}::uuid[])
    order by d.id desc`
  const attempts = await sql<AttemptRow[]>`
    select delivery_id, at, url, result, status, error, response_body, duration_ms
    from unnest(${ids}::uuid[]) as wanted (id) cross join lateral (
      select * from webhook_attempts where delivery_id = wanted.id order by lease desc limit ${mostAttempts}) latest
    order by lease desc`
  const attemptsOf = Map.groupBy(attempts, ({ delivery_id: id }) => id)
  return rows.map((row) => showDelivery(row, attemptsOf.get(row.id) ?? []))
}

function showDelivery(row: DeliveryRow, attempts: AttemptRow[]): Shown {
  return {
    ...row,
    last_attempt_at: row.last_attempt_at?.toISOString() ?? null,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    delivered_at: row.delivered_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    attempt_log: attempts.map(({ delivery_id: _known, at, ...seen }) => ({ at: at.toISOString(), ...seen })),
  }
}
