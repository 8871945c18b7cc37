import { type Check, type Found, firstOf } from './check.ts'

/** The operator's own book stands under the id of nobody. Said apart from the code, so that a mistake there is seen here. */
const operatorId = '00000000-0000-0000-0000-000000000000'

export const floatChecks: Check[] = [
  {
    check:
      'payout clearing with a provider is what was paid out and charged, less what it was topped up with',
    // From the withdrawals and the records of transfers, of all books together: as the provider sees it.
    look: (tx) =>
      firstOf(tx<Found>`
        select environment || ' payout clearing with ' || provider || ' stands at ' || sum(booked) || ' ' || currency
          || ', and payouts, charges and top-ups come to ' || sum(recorded) as found
        from (
          select environment, currency, provider, balance as booked, 0 as recorded
          from ledger_accounts where kind = 'payout_clearing'
          union all
          select environment, currency, provider, 0, amount + processor_charge from withdrawals
          where status = 'SUCCESS' and way is distinct from 'native'
          union all
          select environment, currency, provider, 0, case when reverses is null then -amount else amount end
          from float_top_ups) both_sides
        group by environment, currency, provider having sum(booked) <> sum(recorded)
        limit 1`),
  },
  {
    check: "every top-up of a float is booked once, for its amount, and nothing else is the operator's",
    look: (tx) =>
      firstOf(tx<Found>`
        select case when f.id is null then 'transaction ' || t.id || ' (' || t.type || ') moves money of the operator'
          else 'top-up ' || f.id || ' of ' || f.amount || ' with ' || f.provider || ' is booked as '
            || coalesce(t.type || ' ' || t.amount, 'nothing') end as found
        from float_top_ups f
        full join (
          select t.id, t.merchant_id, t.environment, t.currency, t.type, t.amount, t.cause, l.taken
          from ledger_transactions t
          left join lateral (
            select json_object_agg(a.kind || ' ' || a.provider, e.amount) as taken
            from ledger_entries e join ledger_accounts a on a.id = e.account_id where e.transaction_id = t.id) l on true
          -- Money for numbers that nobody has is looked at with bills.
          where t.merchant_id = ${operatorId} and t.type <> 'payer_return' or t.type in ('float_top_up', 'float_top_up_reversal')
        ) t on t.cause = 'float_top_up ' || f.id
        where f.id is null or t.id is null
          or (t.merchant_id, t.environment, t.currency, t.amount) <> (${operatorId}, f.environment, f.currency, f.amount)
          or t.type <> case when f.reverses is null then 'float_top_up' else 'float_top_up_reversal' end
          or t.taken::jsonb is distinct from (select jsonb_build_object('payout_clearing ' || f.provider, -s.amount,
            'operator_funds ', s.amount) from (select case when f.reverses is null then f.amount else -f.amount end) s (amount))
        limit 1`),
  },
  {
    check: 'a top-up is taken back exactly when a contrary record of the same transfer says so',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'top-up ' || coalesce(f.id, c.reverses) || ' is '
          || case when f.reversed_at is null then 'not ' else '' end || 'taken back, and has '
          || case when c.id is null then 'no contrary record' else 'the contrary record ' || c.id end as found
        from (select * from float_top_ups where reverses is null) f
        full join (select * from float_top_ups where reverses is not null) c on c.reverses = f.id
        where (f.reversed_at, f.environment, f.provider, f.currency, f.amount, f.reference)
          is distinct from (c.created_at, c.environment, c.provider, c.currency, c.amount, c.reference)
          and (c.id is not null or f.reversed_at is not null)
        limit 1`),
  },
]
