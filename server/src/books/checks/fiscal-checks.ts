import { type Check, type Found, firstOf } from './check.ts'

export const fiscalChecks: Check[] = [
  {
    check: 'the fiscal receipts of a merchant are numbered from 1, without gaps',
    look: (tx) =>
      firstOf(tx<Found>`
        select l.environment || ' fiscal receipts of merchant ' || l.merchant_id || ' are ' || coalesce(r.count, 0) || ', numbered '
          || coalesce(r.least, 0) || ' to ' || coalesce(r.most, 0) || ', and the counter stands at ' || l.last_number as found
        from fiscal_lanes l
        left join (select merchant_id, environment, count(*) as count, min(number) as least, max(number) as most
          from fiscal_receipts where number is not null group by merchant_id, environment) r using (merchant_id, environment)
        where (coalesce(r.count, 0), coalesce(r.most, 0)) is distinct from (l.last_number, l.last_number) or r.least <> 1
        limit 1`),
  },
  {
    check: 'fiscal receipts follow each other: no day goes back, and each day counts from 1',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'fiscal receipt ' || id || ' has number ' || number || ' as number ' || day_number || ' of ' || day || ', after number '
          || coalesce(number_before || ' as number ' || day_number_before || ' of ' || day_before, 'none') as found
        from (
          select id, number, day, day_number, lag(number) over line as number_before, lag(day) over line as day_before,
            lag(day_number) over line as day_number_before
          from fiscal_receipts where number is not null
          window line as (partition by merchant_id, environment order by number)) r
        where day < day_before
          or day_number <> case when day = day_before then day_number_before + 1 else 1 end
        limit 1`),
  },
  {
    check: 'every fiscal receipt is of a payment that came, for its amount',
    // Those of payments that a restore has forgotten have none: who wrote them down is in the audit log.
    look: (tx) =>
      firstOf(tx<Found>`
        select 'fiscal receipt ' || r.id || ' of ' || r.amount || ' is of a payment of ' || coalesce(c.amount::text, 'nothing')
          || ', which is ' || coalesce(c.status, 'not there') as found
        from fiscal_receipts r left join collections c on c.id = r.collection_id
        where r.collection_id is not null and ((r.merchant_id, r.environment, r.amount, r.currency)
            is distinct from (c.merchant_id, c.environment, c.amount, c.currency)
          or c.status not in ('successful', 'reversed'))
        limit 1`),
  },
  {
    check: 'every payment that came while fiscal receipts were on has one, issued or on its way',
    // A payment that was under way at the moment of switching may have been decided before it.
    look: (tx) =>
      firstOf(tx<Found>`
        select 'collection ' || c.id || ' was paid ' || c.completed_at || ' and has no fiscal receipt' as found
        from fiscal_settings s join collections c using (merchant_id, environment)
        where s.is_enabled and c.status in ('successful', 'reversed') and c.completed_at > s.enabled_at + interval '1 minute'
          and not exists (select from fiscal_receipts r where r.collection_id = c.id)
        limit 1`),
  },
  {
    check: 'the report of every fiscal day is the sum of its receipts, and no day has receipts after it',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'the ' || d.environment || ' report of ' || d.day || ' of merchant ' || d.merchant_id || ' has '
          || concat_ws('/', d.receipts, d.first_number, d.last_number, d.amount, d.tax) || ', its receipts '
          || concat_ws('/', r.receipts, r.first_number, r.last_number, r.amount, r.tax) as found
        from fiscal_days d
        cross join lateral (
          select count(*) as receipts, min(number) as first_number, max(number) as last_number, coalesce(sum(amount), 0) as amount,
            coalesce(sum(tax), 0) as tax
          from fiscal_receipts o
          where o.merchant_id = d.merchant_id and o.environment = d.environment and o.day = d.day and o.number is not null) r
        where (d.receipts, d.first_number, d.last_number, d.amount, d.tax)
          is distinct from (r.receipts, r.first_number, r.last_number, r.amount, r.tax)
        limit 1`),
  },
  {
    check: 'every fiscal day that is over has a report, which was sent',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'fiscal receipt ' || r.id || ' is of ' || r.day || ', which is closed without a report' as found
        from fiscal_receipts r join fiscal_lanes l using (merchant_id, environment)
        where r.day <= l.closed_through and not exists (
          select from fiscal_days d where d.merchant_id = r.merchant_id and d.environment = r.environment and d.day = r.day
            and d.status <> 'CLOSING')
        limit 1`),
  },
]
