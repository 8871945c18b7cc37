import { type Fragment, isPutAside, type Transaction } from '../../database/database.ts'
import { type Check, type Found, firstOf } from './check.ts'

/** Told apart from the code, so that a mistake there is seen here. */
const ended = ['REJECTED', 'FAILED', 'REVERSED']

/** The money of each payment that never was the merchant's, with all refunds that were to return it. */
function owedByRefunds(tx: Transaction): Fragment {
  return tx`
    select w.merchant_id, w.environment, w.currency, w.collection_id, w.paid_as, max(w.amount) as amount,
      count(*) filter (where w.status in ('PROCESSING', 'NEEDS_RECONCILIATION', 'BLOCKED_IP_WHITELIST', 'NEEDS_ADMIN_ATTENTION', 'SUCCESS')) as out,
      coalesce(sum(t.in_returns), 0) as in_returns, coalesce(sum(t.gone), 0) as gone, coalesce(sum(t.gone), 0) > 0 as is_gone,
      coalesce(bool_or(t.is_borne), false) as is_borne
    from withdrawals w left join lateral (
      select sum(e.amount) filter (where a.kind = 'returns') as in_returns,
        count(distinct t.id) filter (where t.cause like '% gone') - count(distinct t.id) filter (where t.cause like '% come') as gone,
        bool_or(t.cause like '% borne') as is_borne
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.account_id
      where t.withdrawal_id = w.id) t on true
    where w.kind = 'refund' and w.origin <> 'requested'
    group by w.merchant_id, w.environment, w.currency, w.collection_id, w.paid_as`
}

export const refundChecks: Check[] = [
  {
    check: 'no collection is refunded for more than was collected',
    // What a provider paid after it had said that it failed is a fact, and a person has seen it; of what is put aside nobody can tell.
    look: (tx) =>
      firstOf(tx<Found>`
        select 'collection ' || coalesce(c.id, r.collection_id) || ' of ' || coalesce(c.amount, 0) || ' has refunds of ' || r.claimed as found
        from (
          select w.collection_id, sum(w.amount) filter (where not w.came_back) as claimed from (
            select collection_id, amount, exists (select from withdrawal_history h where h.withdrawal_id = w.id
              and h.from_status = 'FAILED') or ${isPutAside(tx, 'withdrawal_history', tx`w.id`)} as came_back
            from withdrawals w where kind = 'refund' and origin = 'requested' and status <> all(${ended}::text[])) w
          group by w.collection_id) r
        left join collections c on c.id = r.collection_id
        where c.id is null or r.claimed > c.amount
        limit 1`),
  },
  {
    check: 'what a collection says of its refunds is what they come to',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'collection ' || coalesce(c.id, r.id) || ' counts ' || coalesce(c.refunded, 0) || ' refunded of '
          || coalesce(c.refund_claimed, 0) || ' asked for, and its refunds come to ' || coalesce(r.refunded, 0) || ' of '
          || coalesce(r.claimed, 0) as found
        from (select id, refunded, refund_claimed from collections where refund_claimed is not null or refunded is not null) c
        full join (
          select collection_id as id, sum(amount) filter (where status = 'SUCCESS') as refunded,
            sum(amount) filter (where status <> all(${ended}::text[])) as claimed
          from withdrawals where kind = 'refund' and origin = 'requested' group by collection_id) r on r.id = c.id
        where (coalesce(c.refunded, 0), coalesce(c.refund_claimed, 0)) <> (coalesce(r.refunded, 0), coalesce(r.claimed, 0))
        limit 1`),
  },
  {
    check:
      'what went back of a fee is what its refunds say, never more than the fee, and all of it with all of the payment',
    look: (tx) =>
      firstOf(tx<Found>`
        with parts as (
          select w.collection_id, w.id, w.fee_returned, coalesce(t.returned, 0) as returned, w.amount, w.status
          from withdrawals w left join (
            select withdrawal_id, sum(case direction when 'credit' then amount else -amount end) as returned
            from ledger_transactions where type = 'collection_fee' and withdrawal_id is not null group by withdrawal_id) t
            on t.withdrawal_id = w.id
          where w.kind = 'refund'),
        whole as (
          select p.collection_id, sum(p.fee_returned) as returned, sum(p.amount) filter (where p.status = 'SUCCESS') as refunded
          from parts p group by p.collection_id having sum(p.fee_returned) > 0)
        select 'refund ' || id || ' says that ' || fee_returned || ' of a fee went back, and ' || returned || ' did' as found
        from parts where fee_returned <> returned
        union all
        select 'of the fee of collection ' || w.collection_id || ', which is ' || f.fee || ', ' || w.returned || ' went back with '
          || w.refunded || ' of ' || c.amount
        from whole w join collections c on c.id = w.collection_id
        cross join lateral (select coalesce(sum(amount), 0) as fee from ledger_transactions t
          where t.collection_id = w.collection_id and t.withdrawal_id is null and t.type = 'collection_fee'
            and t.direction = 'debit') f
        where w.returned > f.fee or (c.status = 'successful' and w.refunded >= c.amount and w.returned <> f.fee)
        limit 1`),
  },
  {
    check: 'whatever is owed to payers is owed by a refund that somebody can see',
    // To each once, until it is out or the provider has returned it. What was borne by an older version may be there beside what is out.
    look: (tx) =>
      firstOf(tx<Found>`
        select 'merchant ' || merchant_id || ' has ' || sum(booked) || ' in returns ' || environment || ' ' || currency
          || ', and refunds owe ' || sum(owed) as found
        from (
          select merchant_id, environment, currency, balance as booked, 0 as owed from ledger_accounts where kind = 'returns'
          union all
          select '00000000-0000-0000-0000-000000000000', environment, currency, 0, amount from bill_payments
          where control_number_id is null and returned_at is null
          union all
          select merchant_id, environment, currency, 0, in_returns from (${owedByRefunds(tx)}) o) both_sides
        group by merchant_id, environment, currency having sum(booked) <> sum(owed)
        union all
        select 'for ' || paid_as || ' of collection ' || collection_id || ', which is ' || amount || ', ' || in_returns
          || ' is in returns, and ' || out || ' of its refunds are out' || case when is_gone then ', and it went back' else '' end
        from (${owedByRefunds(tx)}) o
        where in_returns <> amount and out = 0 and not is_gone
          or in_returns <> 0 and (out > 0 or is_gone) and (in_returns <> amount or not is_borne)
          or gone not in (0, 1)
        limit 1`),
  },
  {
    check: 'whatever is owed to a payer came in for it once',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'refund ' || w.id || ' (' || w.origin || ') has ' || coalesce(t.times, 0) || ' returns booked for it' as found
        from withdrawals w left join (
          select withdrawal_id, count(*) as times, sum(amount) as amount from ledger_transactions
          where type = 'payer_return' and direction = 'credit' and cause not like '% borne' and cause not like '% come'
          group by withdrawal_id) t on t.withdrawal_id = w.id
        where coalesce(t.times, 0) <> (w.kind = 'refund' and w.origin <> 'requested' and w.again_of is null)::int
          or t.amount <> w.amount
        limit 1`),
  },
  {
    check: 'what a payer paid too much is owed back once',
    look: (tx) =>
      firstOf(tx<Found>`
        select paid_as || ' is owed back ' || count(*) || ' times' as found
        from withdrawals where origin in ('declined', 'mispaid') and again_of is null and paid_as is not null
        group by paid_as having count(*) > 1 limit 1`),
  },
  {
    check: 'what did not go back is tried again once',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'refund ' || again_of || ' is tried again ' || count(*) || ' times' as found
        from withdrawals where again_of is not null group by again_of having count(*) > 1 limit 1`),
  },
]
