import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '../../database/database.ts'
import { type Check, type Found, firstOf } from './check.ts'

export const deliveryChecks: Check[] = [
  {
    check: 'every delivery tells of an event of its merchant and environment, and goes to their endpoint',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'delivery ' || d.id || ' of event ' || d.event_id || ' goes to endpoint ' || d.endpoint_id as found
        from webhook_deliveries d
        left join events e on e.id = d.event_id
        left join (
          select id, merchant_id, environment, false as is_added from webhook_endpoints
          union all
          select id, merchant_id, environment, true from added_webhook_endpoints) p on p.id = d.endpoint_id
        where (d.merchant_id, d.environment) is distinct from (e.merchant_id, e.environment)
          or (d.merchant_id, d.environment, d.is_added) is distinct from (p.merchant_id, p.environment, p.is_added)
        limit 1`),
  },
  {
    check: 'a delivery is delivered exactly when it has a time, and some attempt got through',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'delivery ' || d.id || ' (' || d.status || ') has '
          || case when d.delivered_at is null then 'no time' else 'a time' end || ' of its delivery' as found
        from webhook_deliveries d
        where (d.status = 'delivered') <> (d.delivered_at is not null)
          or d.status = 'delivered' and not exists (
            select from webhook_attempts a where a.delivery_id = d.id and a.result = 'delivered')
        limit 1`),
  },
  {
    check: 'the body of every event says whose it is and what it tells',
    look: async (tx) => {
      for (let last = beforeAll; ; ) {
        const page: EventBody[] = await tx<EventBody[]>`
          select id, type, merchant_id, environment, body from events
          where id > ${last} order by id limit ${bodiesAtOnce}`
        const wrong = page.find((event) => !saysWhatItIs(event))
        if (wrong) return `event ${wrong.id} (${wrong.type}) has another body`
        const end = page.at(-1)
        if (end === undefined) return null
        last = end.id
      }
    },
  },
  { check: 'every event that an added endpoint asks for is owed to it, or was', look: findUnowed },
  {
    check: "every endpoint has the address that follows from its merchant's configuration",
    look: (tx) =>
      firstOf(tx<Found>`
        select 'the ' || environment || ' endpoint of merchant ' || merchant_id || ' has the address '
          || coalesce(e.url, 'none') || ' and should have ' || coalesce(c.url, 'none') as found
        from webhook_endpoints e
        full join (
          select merchant_id, 'live' as environment, webhook_url as url from webhook_configs
          union all
          select merchant_id, 'sandbox', coalesce(sandbox_webhook_url, webhook_url) from webhook_configs) c
          using (merchant_id, environment)
        where e.url is distinct from c.url
        limit 1`),
  },
]

type Unowed = {
  endpoint_id: string
  event_id: string
  methods: string[] | null
  metadata: Record<string, string>
  body: string
}

/**
 * Of what is still kept. Whoever told of something in the minute of a change may have seen the endpoint as it was before. What an endpoint asks for
 * besides the type is compared here: a body that is no JSON is another check's to tell.
 */
async function findUnowed(tx: Transaction): Promise<string | null> {
  for (let last = { event_id: beforeAll, endpoint_id: beforeAll }; ; ) {
    const page: Unowed[] = await tx<Unowed[]>`
      select a.id as endpoint_id, e.id as event_id, a.methods, a.metadata, e.body
      from added_webhook_endpoints a
      join events e on e.merchant_id = a.merchant_id and e.environment = a.environment
      where a.url is not null and a.switched_off_at is null and e.created_at > a.asks_since + interval '1 minute'
        and e.id >= (select id from webhook_deliveries order by id limit 1)
        and (a.events is null or e.type = any(a.events) or split_part(e.type, '.', 1) || '.*' = any(a.events))
        and not exists (select from webhook_deliveries d where d.event_id = e.id and d.endpoint_id = a.id)
        and (e.id, a.id) > (${last.event_id}::uuid, ${last.endpoint_id}::uuid)
      order by e.id, a.id limit ${bodiesAtOnce}`
    const unowed = page.find(isAskedFor)
    if (unowed) return `event ${unowed.event_id} was never owed to endpoint ${unowed.endpoint_id}`
    const end = page.at(-1)
    if (end === undefined) return null
    last = end
  }
}

function isAskedFor({ methods, metadata, body }: Unowed): boolean {
  try {
    const { data } = JSON.parse(body)
    const pairs = Object.entries(metadata)
    return (
      (methods === null || methods.includes(data.method)) &&
      pairs.every(([key, value]) => data.metadata?.[key] === value)
    )
  } catch {
    return false
  }
}

type EventBody = { id: string; type: string; merchant_id: string; environment: string; body: string }

const beforeAll = '00000000-0000-0000-0000-000000000000'
/** As many as are in memory at once. */
const bodiesAtOnce = 1_000

/**
 * Read here and not in SQL, which before PostgreSQL 16 can only fail over text that is no JSON. What comes back as other
 * bytes was not written by us: a key that stands there twice, say, of which each reader believes another.
 */
function saysWhatItIs({ type, merchant_id, environment, body }: EventBody): boolean {
  try {
    const read = JSON.parse(body)
    const says = [read.type, read.data.merchant_id, read.data.environment]
    return JSON.stringify(read) === body && isDeepStrictEqual(says, [type, merchant_id, environment])
  } catch {
    return false
  }
}
