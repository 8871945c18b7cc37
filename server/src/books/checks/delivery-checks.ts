import { isDeepStrictEqual } from 'node:util'
import { type Check, type Found, firstOf } from './check.ts'

export const deliveryChecks: Check[] = [
  {
    check: 'every delivery tells of an event of its merchant and environment, and goes to their endpoint',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'delivery ' || d.id || ' of event ' || d.event_id || ' goes to endpoint ' || d.endpoint_id as found
        from webhook_deliveries d
        left join events e on e.id = d.event_id
        left join webhook_endpoints p on p.id = d.endpoint_id
        where (d.merchant_id, d.environment) is distinct from (e.merchant_id, e.environment)
          or (d.merchant_id, d.environment) is distinct from (p.merchant_id, p.environment)
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
