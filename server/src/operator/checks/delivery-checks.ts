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
    // Told one after the other: what is no JSON cannot be asked for its fields.
    look: (tx) =>
      firstOf(tx<Found>`
        select 'event ' || id || ' (' || type || ') has another body' as found
        from events
        where case when body is json object with unique keys
          then (body::json ->> 'type', body::json -> 'data' ->> 'merchant_id', body::json -> 'data' ->> 'environment')
            is distinct from (type, merchant_id::text, environment)
          else true end
        limit 1`),
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
