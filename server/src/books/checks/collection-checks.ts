import type { Transaction } from '../../database/database.ts'
import { type Check, type Found, firstOf } from './check.ts'

/** What was held is credited when it is released. */
const credits = (tx: Transaction) =>
  tx`(type = 'collection' or type = 'clearance_release' and direction = 'credit')`

export const collectionChecks: Check[] = [
  {
    check: 'a successful collection is credited exactly once, for its amount, and any other never',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'collection ' || coalesce(c.id, t.id) || ' (' || coalesce(c.status, 'none') || ') was credited '
          || coalesce(t.times, 0) || ' times, with ' || coalesce(t.total, 0) as found
        from collections c
        full join (select collection_id as id, count(*) as times, sum(amount) as total,
            min(merchant_id::text || environment || currency || direction) as least,
            max(merchant_id::text || environment || currency || direction) as most
          from ledger_transactions where ${credits(tx)} group by collection_id) t on t.id = c.id
        where c.id is null or coalesce(t.times, 0) <> (c.status in ('successful', 'reversed'))::int
          or t.total <> c.amount or t.least <> t.most
          or t.least <> c.merchant_id::text || c.environment || c.currency || 'credit'
        limit 1`),
  },
  {
    check: 'a reversed collection is taken back exactly once, for its amount, and any other never',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'collection ' || coalesce(c.id, t.id) || ' (' || coalesce(c.status, 'none') || ') was taken back '
          || coalesce(t.times, 0) || ' times, with ' || coalesce(t.total, 0) as found
        from collections c
        full join (select collection_id as id, count(*) as times, sum(amount) as total
          from ledger_transactions where type = 'collection_reversal' group by collection_id) t on t.id = c.id
        where c.id is null or coalesce(t.times, 0) <> (c.status = 'reversed')::int or t.total <> c.amount
        limit 1`),
  },
  {
    check: 'money is held exactly for the collections that wait for clearance',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'collection ' || coalesce(c.id, t.id) || ' (' || coalesce(c.status, 'none') || ') has '
          || coalesce(t.held, 0) || ' held' as found
        from collections c
        full join (
          select t.collection_id as id, sum(e.amount) as held
          from ledger_transactions t
          join ledger_entries e on e.transaction_id = t.id
          join ledger_accounts a on a.id = e.account_id and a.kind = 'held'
          group by t.collection_id) t on t.id = c.id
        where c.id is null
          or coalesce(t.held, 0) <> case c.status when 'pending_clearance' then c.amount else 0 end
        limit 1`),
  },
  {
    check: 'a collection is held at most once, and released at most once',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'collection ' || collection_id || ' has ' || count(*) || ' of ' || type as found
        from ledger_transactions where type in ('clearance_hold', 'clearance_release', 'clearance_return')
        group by collection_id, type having count(*) > 1
        limit 1`),
  },
  {
    check: 'a provider reference credits at most once',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'reference ' || c.provider_reference || ' of ' || c.provider || ' credits ' || count(*) || ' times'
          as found
        from ledger_transactions t join collections c on c.id = t.collection_id
        where ${credits(tx)}
        group by c.provider, c.provider_reference having count(*) > 1
        limit 1`),
  },
  {
    check:
      'every collection that was asked for has its tries, and the one that paid, or the last, names its provider',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'collection ' || coalesce(c.id, t.id) || ' is carried by ' || coalesce(c.provider, 'nobody') || ' and has '
          || coalesce(t.tries, 0) || ' tries, the one that counts at ' || coalesce(t.carrier[1], 'nobody') as found
        from (select id, provider, provider_reference, status from collections where method is not null) c
        full join (select collection_id as id, count(*) as tries, max(number) as highest,
            array_agg(provider order by coalesce(state = 'paid', false) desc, number desc) as carrier,
            array_agg(provider_reference order by coalesce(state = 'paid', false) desc, number desc) as reference
          from collection_tries group by collection_id) t on t.id = c.id
        where c.id is null or t.id is null or t.tries <> t.highest
          -- One that was held and given back stays the one that is shown, also if others came after it.
          or case when c.status = 'failed'
            then not exists (select from unnest(t.carrier, t.reference) as tried (carrier, reference)
              where (tried.carrier, tried.reference) = (c.provider, c.provider_reference))
            else (c.provider, c.provider_reference) is distinct from (t.carrier[1], t.reference[1]) end
        limit 1`),
  },
  {
    check:
      'of the tries of a page one is open at most, one paid at most, and what is paid is no longer asked for',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'collection ' || c.id || ' (' || c.status || ') has ' || t.paid || ' paid tries and ' || t.open || ' open'
          as found
        from collections c join (select collection_id, count(*) filter (where state = 'paid') as paid,
            count(*) filter (where state = 'open') as open
          from collection_tries where state is not null group by collection_id) t on t.collection_id = c.id
        where t.paid > 1 or t.open > 1
          or (t.paid > 0 and c.status not in ('successful', 'pending_clearance', 'reversed'))
          or (c.status = 'processing' and (t.open > 0) = (c.ends_at is not null))
        limit 1`),
  },
  {
    check: 'the counts of collections equal the collections',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'merchant ' || merchant_id || ' has ' || sum(made) || ' collections ' || environment || ' '
          || coalesce(method, 'without method') || ' ' || status || ', and counts ' || sum(counted) as found
        from (
          select merchant_id, environment, method, status, 1 as made, 0 as counted from collections
          union all
          select merchant_id, environment, method, status, 0, change from collection_counts) both_sides
        group by merchant_id, environment, method, status having sum(made) <> sum(counted)
        limit 1`),
  },
]
