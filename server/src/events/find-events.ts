import type { Environment, EventType, MerchantEvent } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Database } from '../database/database.ts'
import { createdWithin, type ListQuery, readPage } from '../http/http.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import { type Owner, wantedTypes } from '../webhooks/webhooks.ts'

type Query = ListQuery & { types?: string; resource_id?: string; from?: string; to?: string }

type EventRow = {
  id: string
  type: EventType
  environment: Environment
  resource_id: string
  sequence: number
  body: string
}

/** Newest first. The page is found and counted in the index alone; bodies are fetched for what is shown. */
export async function listEvents(sql: Database, owner: Owner, query: Query) {
  const types = wantedTypes(query.types)
  const page = await readPage(sql, query, {
    rows: (types === null ? [sql``] : types.map((type) => sql`and type = ${type}`)).map(
      (range) => sql`
        select id from events where merchant_id = ${owner.merchantId} and environment = ${owner.environment} ${range}
          ${query.resource_id === undefined ? sql`` : sql`and resource_id = ${query.resource_id}`}
          ${createdWithin(sql, query)}`,
    ),
    show: ({ id }) => id,
  })
  const events = await sql<EventRow[]>`
    select id, type, environment, resource_id, sequence, body from events
    where id = any(${page.items}::uuid[]) and of_merchants(merchant_id, ${[owner.merchantId]}::uuid[])
    order by id desc`
  return { ...page, items: events.map(showEvent) }
}

/** Somebody else's id is no id. */
export async function findEvent(sql: Database, owner: Owner, id: string): Promise<EventRow> {
  const [row] = isId(id)
    ? await sql<EventRow[]>`
        select id, type, environment, resource_id, sequence, body from events
        where id = ${id} and merchant_id = ${owner.merchantId} and environment = ${owner.environment}`
    : []
  if (!row) throw new Refusal('not_found')
  return row
}

export function showEvent({ body, ...shown }: EventRow): Static<typeof MerchantEvent> {
  const { timestamp, data } = JSON.parse(body) as { timestamp: string; data: unknown }
  return { ...shown, timestamp, data }
}
