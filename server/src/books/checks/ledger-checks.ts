import { type Check, type Found, firstOf } from './check.ts'

export const ledgerChecks: Check[] = [
  {
    check: 'every ledger transaction has two legs or more and sums to zero',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'transaction ' || coalesce(t.id, e.id) || ' has ' || coalesce(e.legs, 0) || ' legs, which sum to '
          || coalesce(e.total, 0) as found
        from ledger_transactions t
        full join (select transaction_id as id, count(*) as legs, sum(amount) as total
          from ledger_entries group by transaction_id) e on e.id = t.id
        where t.id is null or e.id is null or e.legs < 2 or e.total <> 0
        limit 1`),
  },
  {
    check: 'the world sums to zero, in each environment and currency',
    look: (tx) =>
      firstOf(tx<Found>`
        select environment || ' ' || currency || ' sums to ' || sum(balance) as found
        from ledger_accounts group by environment, currency having sum(balance) <> 0
        limit 1`),
  },
  {
    check: 'every stored balance equals its entries',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'account ' || coalesce(a.id, e.id) || ' says ' || coalesce(a.balance::text, 'nothing') || ' after '
          || coalesce(a.entries::text, 'no') || ' entries, and has ' || coalesce(e.total, 0) || ' in '
          || coalesce(e.entries, 0) as found
        from ledger_accounts a
        full join (select account_id as id, sum(amount) as total, count(*) as entries
          from ledger_entries group by account_id) e on e.id = a.id
        where a.id is null or a.balance <> coalesce(e.total, 0) or a.entries <> coalesce(e.entries, 0)
        limit 1`),
  },
  {
    check: 'running balances form an unbroken chain',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'the chain of account ' || account_id || ' breaks at entry ' || seq as found
        from (select account_id, seq, amount, balance_after,
            row_number() over chain as place, coalesce(lag(balance_after) over chain, 0) as before
          from ledger_entries window chain as (partition by account_id order by seq)) e
        where seq <> place or balance_after <> before + amount
        limit 1`),
  },
  {
    check: 'no ledger transaction mixes merchants, environments or currencies',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'transaction ' || t.id || ' moves money of account ' || a.id as found
        from ledger_entries e
        join ledger_transactions t on t.id = e.transaction_id
        join ledger_accounts a on a.id = e.account_id
        where (a.merchant_id, a.environment, a.currency) <> (t.merchant_id, t.environment, t.currency)
        limit 1`),
  },
  {
    check: "every book is a merchant's, or the operator's",
    look: (tx) =>
      firstOf(tx<Found>`
        select 'account ' || a.id || ' (' || a.kind || ') is in a book of ' || a.merchant_id as found
        from ledger_accounts a left join merchants m on m.id = a.merchant_id
        where case when m.id is null then a.merchant_id <> '00000000-0000-0000-0000-000000000000'
            or a.kind not in ('available', 'payout_clearing', 'operator_funds', 'clearing', 'returns')
          else a.kind = 'operator_funds' end
        limit 1`),
  },
  {
    check: 'nobody spends what is not there, and no debt is below nothing',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'account ' || a.id || ' (' || a.kind || ') stood at ' || e.balance_after || ' after entry ' || e.seq
          as found
        from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where a.kind in ('available', 'held', 'reserved') and e.balance_after < 0
          or a.kind = 'receivable' and e.balance_after > 0
        union all
        select 'account ' || id || ' (' || kind || ') stands at ' || balance from ledger_accounts
        where kind in ('available', 'held', 'reserved') and balance < 0 or kind = 'receivable' and balance > 0
        limit 1`),
  },
  {
    check: 'no balance grows to 10^15 minor units',
    // What was beyond it before there was a ceiling comes down entry by entry, and nothing has led to more since.
    look: (tx) =>
      firstOf(tx<Found>`
        select 'account ' || e.account_id || ' grew to ' || e.balance_after || ' with entry ' || e.seq as found
        from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
        where abs(e.balance_after) >= 1000000000000000 and abs(e.balance_after) > abs(e.balance_after - e.amount)
          and t.adds_up
        union all
        select 'account ' || a.id || ' (' || a.kind || ') stands at ' || a.balance from ledger_accounts a
        where abs(a.balance) >= 1000000000000000 and not exists (
          select from ledger_entries e where e.account_id = a.id and abs(e.balance_after) >= abs(a.balance))
        limit 1`),
  },
  {
    check: 'every transaction of a book is counted, without gaps',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'merchant ' || coalesce(a.merchant_id, t.merchant_id) || ' has ' || coalesce(t.made, 0)
          || ' transactions up to number ' || coalesce(t.highest, 0) || ', and the book says '
          || coalesce(a.transactions, 0) as found
        from (select * from ledger_accounts where kind = 'available') a
        full join (select merchant_id, environment, currency, count(*) as made, count(distinct seq) as distinct_places,
            max(seq) as highest
          from ledger_transactions where seq is not null group by merchant_id, environment, currency) t
          using (merchant_id, environment, currency)
        where (coalesce(a.transactions, 0), coalesce(a.transactions, 0), coalesce(a.transactions, 0))
          is distinct from (coalesce(t.made, 0), coalesce(t.distinct_places, 0), coalesce(t.highest, 0))
        limit 1`),
  },
  {
    check: 'every cause is booked once',
    look: (tx) =>
      firstOf(tx<Found>`
        select 'what is called ' || cause || ' is booked ' || count(*) || ' times' as found
        from ledger_transactions group by cause having count(*) > 1 limit 1`),
  },
  {
    check: 'every transaction tells what was available after it',
    look: (tx) =>
      firstOf(tx<Found>`
        with moved as (
          select e.transaction_id, sum(e.amount) as change
          from ledger_entries e join ledger_accounts a on a.id = e.account_id and a.kind = 'available'
          group by e.transaction_id)
        select 'transaction ' || id || ' says ' || balance_after || ' after it, where ' || right_one || ' was available'
          as found
        from (select t.id, t.balance_after, sum(coalesce(m.change, 0)) over (
            partition by t.merchant_id, t.environment, t.currency order by t.seq) as right_one
          from ledger_transactions t left join moved m on m.transaction_id = t.id where t.seq is not null) told
        where balance_after <> right_one
        limit 1`),
  },
  {
    check: "a merchant's rows add up: each changes what is available by its amount, and nothing else does",
    look: (tx) =>
      firstOf(tx<Found>`
        with moved as (
          select e.transaction_id, sum(e.amount) as change
          from ledger_entries e join ledger_accounts a on a.id = e.account_id and a.kind = 'available'
          group by e.transaction_id)
        select 'transaction ' || t.id || ' (' || t.type || ') says ' || t.direction || ' ' || t.amount
          || ', and changes what is available by ' || coalesce(m.change, 0) as found
        from ledger_transactions t left join moved m on m.transaction_id = t.id
        where t.adds_up and coalesce(m.change, 0) <> case when t.seq is null then 0
          when t.direction = 'credit' then t.amount else -t.amount end
        limit 1`),
  },
]
