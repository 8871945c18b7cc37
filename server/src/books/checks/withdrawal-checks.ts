import { isPutAside } from '../../database/database.ts'
import { type Check, type Found, firstOf } from './check.ts'

/** Told apart from the lifecycle of the code, so that a mistake there is seen here. */
const reserving = ['PROCESSING', 'NEEDS_RECONCILIATION', 'BLOCKED_IP_WHITELIST', 'NEEDS_ADMIN_ATTENTION']

export const withdrawalChecks: Check[] = [
  {
    check: 'money is reserved exactly for the withdrawals that are under way',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'withdrawal ' || coalesce(w.id::text, t.id::text, 'of nobody') || ' (' || coalesce(w.status, 'none')
          || ') has ' || coalesce(t.reserved, 0) || ' reserved' as found
        from withdrawals w
        full join (
          select t.withdrawal_id as id, sum(e.amount) as reserved,
            bool_and(t.type in ('withdrawal_reservation', 'withdrawal_release', 'withdrawal', 'withdrawal_fee',
              'refund_reservation', 'refund_release', 'refund')) as fits
          from ledger_transactions t
          join ledger_entries e on e.transaction_id = t.id
          join ledger_accounts a on a.id = e.account_id and a.kind = 'reserved'
          group by t.withdrawal_id) t on t.id = w.id
        where w.id is null or not t.fits
          or coalesce(t.reserved, 0) <> case when w.status = any(${reserving}::text[]) then w.total_reserved else 0 end
        limit 1`),
  },
  {
    check: 'what every book has reserved is what its withdrawals need',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'merchant ' || merchant_id || ' has ' || sum(reserved) || ' reserved ' || environment || ' ' || currency
          || ', and its withdrawals need ' || sum(needed) as found
        from (
          select merchant_id, environment, currency, balance as reserved, 0 as needed
          from ledger_accounts where kind = 'reserved'
          union all
          select merchant_id, environment, currency, 0, total_reserved
          from withdrawals where status = any(${reserving}::text[])) both_sides
        group by merchant_id, environment, currency having sum(reserved) <> sum(needed)
        limit 1`),
  },
  {
    check: 'every entry about a withdrawal is of its book, and for its frozen amounts',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'transaction ' || t.id || ' (' || t.type || ') moves ' || t.amount || ' for withdrawal '
          || coalesce(w.id::text, 'of nobody') as found
        from ledger_transactions t left join withdrawals w on w.id = t.withdrawal_id
        where t.withdrawal_id is not null
          and ((t.merchant_id, t.environment, t.currency) is distinct from (w.merchant_id, w.environment, w.currency)
            or t.type not in ('debt', 'debt_repayment') and (t.amount, t.direction) is distinct from case t.type
              when 'withdrawal_reservation' then row(w.total_reserved, 'debit'::text)
              when 'withdrawal_release' then row(w.total_reserved, 'credit'::text)
              when 'withdrawal' then row(w.amount, 'debit'::text)
              when 'withdrawal_fee' then row(w.total_charges, 'debit'::text)
              when 'withdrawal_reversal' then row(w.total_reserved, 'credit'::text)
              when 'refund_reservation' then row(w.total_reserved, 'debit'::text)
              when 'refund_release' then row(w.total_reserved, 'credit'::text)
              when 'refund' then row(w.amount, 'debit'::text)
              when 'refund_fee' then row(w.total_charges, 'debit'::text)
              when 'refund_reversal' then row(w.total_reserved, 'credit'::text)
              -- What was borne twice may be a part, what the provider returned by itself, and what came once more, is all of it; what goes back of a fee has a check of its own.
              when 'payer_return' then case when t.cause like '% gone' then row(w.amount, 'debit'::text)
                when t.cause like '% come' then row(w.amount, 'credit'::text)
                when t.cause like '% borne back' then row(least(t.amount, w.amount), 'debit'::text)
                else row(least(t.amount, w.amount), 'credit'::text) end
              when 'collection_fee' then row(t.amount, t.direction) end
            or t.type like 'withdrawal%' and w.kind <> 'withdrawal' or t.type like 'refund%' and w.kind <> 'refund'
            or w.collection_id is distinct from t.collection_id)
        limit 1`),
  },
  {
    check: 'a withdrawal is paid, charged and taken back as often as its history says',
    look: (tx) =>
      firstOf(tx<Found>`
        with booked as (
          select withdrawal_id as id, count(*) filter (where type in ('withdrawal', 'refund')) as paid,
            count(*) filter (where type in ('withdrawal_fee', 'refund_fee')) as charged,
            count(*) filter (where type in ('withdrawal_reversal', 'refund_reversal')) as back
          from ledger_transactions where withdrawal_id is not null group by withdrawal_id),
        walked as (
          select withdrawal_id as id, count(*) filter (where to_status = 'SUCCESS') as paid,
            count(*) filter (where from_status = 'SUCCESS') as back
          from withdrawal_history group by withdrawal_id)
        select 'withdrawal ' || w.id || ' (' || w.status || ') was paid ' || coalesce(b.paid, 0) || ' times, charged '
          || coalesce(b.charged, 0) || ' times and taken back ' || coalesce(b.back, 0) || ' times' as found
        from withdrawals w left join booked b using (id) left join walked h using (id)
        where (coalesce(b.paid, 0) <> coalesce(h.paid, 0) or coalesce(b.back, 0) <> coalesce(h.back, 0))
            and not ${isPutAside(tx, 'withdrawal_history', tx`w.id`)}
          or coalesce(b.charged, 0) <> case when w.total_charges = 0 then 0 else coalesce(b.paid, 0) end
          or coalesce(b.paid, 0) - coalesce(b.back, 0) <> (w.status = 'SUCCESS')::int
        limit 1`),
  },
  {
    check: 'a paid withdrawal left the provider with what it cost, and any other with nothing',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'withdrawal ' || w.id || ' (' || w.status || ') took ' || coalesce(t.taken, 0) || ' from the provider and '
          || coalesce(t.fees, 0) || ' in fees' as found
        from withdrawals w
        left join (
          select t.withdrawal_id as id, sum(e.amount) filter (where a.kind in ('clearing', 'payout_clearing')) as taken,
            sum(e.amount) filter (where a.kind = 'fees') as fees,
            bool_or(t.adds_up and t.type in ('withdrawal', 'refund')) as is_told_apart,
            count(*) filter (where a.kind in ('held', 'deposits')) as strange
          from ledger_transactions t
          join ledger_entries e on e.transaction_id = t.id
          join ledger_accounts a on a.id = e.account_id
          -- How money came to be owed to a payer, and what goes back of a fee, is no part of what the payout did.
          where t.type not in ('payer_return', 'collection_fee')
          group by t.withdrawal_id) t on t.id = w.id
        cross join lateral (
          -- Before rows added up, a charge that we absorb without any fee was booked for all of them together.
          select case when t.is_told_apart then w.processor_charge
            when w.total_charges = 0 then 0 else w.processor_charge end as kept) k
        where t.strange > 0
          or coalesce(t.taken, 0) <> case when w.status = 'SUCCESS' then w.amount + k.kept else 0 end
          or coalesce(t.fees, 0) <> case when w.status = 'SUCCESS' then w.total_charges - k.kept else 0 end
        limit 1`),
  },
  {
    check: 'payout clearing is what was paid out and what providers charged for it',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'merchant ' || merchant_id || ' has ' || sum(booked) || ' in payout clearing with ' || provider || ' '
          || environment || ' ' || currency || ', and its payouts and charges come to ' || sum(paid) as found
        from (
          select merchant_id, environment, currency, provider, balance as booked, 0 as paid
          from ledger_accounts where kind = 'payout_clearing' and merchant_id in (select id from merchants)
          union all
          select merchant_id, environment, currency, provider, 0, amount + processor_charge
          from withdrawals where status = 'SUCCESS' and way is distinct from 'native') both_sides
        group by merchant_id, environment, currency, provider having sum(booked) <> sum(paid)
        limit 1`),
  },
]
