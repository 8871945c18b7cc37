-- A merchant's rows add up: each changes what is available by its amount. What moves no available money (a payment that is
-- held) is kept like everything else, but has no place among them. Debts and their repayment are rows of their own.

alter table ledger_transactions
  alter column seq drop not null,
  -- Rows of before told a payout twice, and a debt not at all. They stay as they were written.
  add column adds_up boolean not null default false,
  drop constraint ledger_transactions_type_check,
  -- What was written under the narrower rule is not read again for it.
  add constraint ledger_transactions_type_check check (type in ('collection', 'collection_fee', 'collection_reversal',
    'clearance_hold', 'clearance_release', 'clearance_return', 'withdrawal_reservation', 'withdrawal_release', 'withdrawal',
    'withdrawal_fee', 'withdrawal_reversal', 'debt', 'debt_repayment', 'deposit', 'clearing_split')) not valid,
  add constraint ledger_transactions_have_a_place check (not adds_up
    or (seq is null) = (type in ('clearance_hold', 'clearance_return', 'clearing_split'))) not valid;

-- What a provider holds of what was collected, and what it took of the money that we keep there to pay out from, are settled
-- apart: each can be compared with the provider's own figure.
alter table ledger_accounts
  drop constraint ledger_accounts_kind_check,
  drop constraint ledger_accounts_check,
  add constraint ledger_accounts_kind_check check (kind in ('available', 'held', 'reserved', 'receivable', 'clearing',
    'payout_clearing', 'fees', 'deposits')),
  add constraint ledger_accounts_name_their_provider check ((provider <> '') = (kind in ('clearing', 'payout_clearing')));

-- What was paid out so far moves to its own account, with the charges that we had absorbed and not booked.
do $$
declare
  paid record;
  split uuid;
begin
  for paid in
    select merchant_id, environment, currency, provider,
      sum(amount + case when total_charges = 0 then 0 else processor_charge end) as taken,
      sum(case when total_charges = 0 then processor_charge else 0 end) as absorbed
    from withdrawals where status = 'SUCCESS' group by 1, 2, 3, 4
  loop
    split := gen_random_uuid();
    perform from ledger_accounts a
      where (a.merchant_id, a.environment, a.currency, a.kind)
        = (paid.merchant_id, paid.environment, paid.currency, 'available')
      for update;
    insert into ledger_accounts (id, merchant_id, environment, currency, kind, provider)
    select gen_random_uuid(), paid.merchant_id, paid.environment, paid.currency, kind, provider
    from (values ('payout_clearing', paid.provider), ('fees', '')) as needed (kind, provider)
    where kind <> 'fees' or paid.absorbed > 0
    on conflict (merchant_id, environment, currency, kind, provider) do nothing;
    with moved as (
      update ledger_accounts a set balance = a.balance + m.change, entries = a.entries + 1
      from (values ('clearing', paid.provider, -paid.taken), ('payout_clearing', paid.provider, paid.taken + paid.absorbed),
        ('fees', '', -paid.absorbed)) as m (kind, provider, change)
      where m.change <> 0 and (a.merchant_id, a.environment, a.currency, a.kind, a.provider)
        = (paid.merchant_id, paid.environment, paid.currency, m.kind, m.provider)
      returning a.id, m.change, a.entries, a.balance
    ), told as (
      insert into ledger_transactions (id, merchant_id, environment, currency, type, direction, amount, balance_after, cause,
        created_at, adds_up)
      select split, paid.merchant_id, paid.environment, paid.currency, 'clearing_split', 'debit',
        paid.taken + paid.absorbed, a.balance,
        concat_ws(' ', 'clearing_split', paid.merchant_id, paid.environment, paid.currency, paid.provider), now(), true
      from ledger_accounts a where (a.merchant_id, a.environment, a.currency, a.kind)
        = (paid.merchant_id, paid.environment, paid.currency, 'available')
    )
    insert into ledger_entries (transaction_id, leg, account_id, amount, seq, balance_after)
    select split, row_number() over (order by id), id, change, entries, balance from moved;
  end loop;
end $$;

-- The names of those who were paid stand with their withdrawals, where they can be erased. A row of the ledger never can, so
-- it names the withdrawal only. Found by their causes, which have an index.
grant update on ledger_transactions to current_user;
alter table ledger_transactions disable trigger ledger_transactions_are_append_only;
update ledger_transactions t set description = null
from withdrawal_history h cross join unnest(array['withdrawal_reservation', 'withdrawal_release', 'withdrawal',
  'withdrawal_fee', 'withdrawal_reversal']) as booked (type)
where t.cause = concat_ws(' ', 'withdrawal', h.withdrawal_id, h.seq, booked.type);
alter table ledger_transactions enable trigger ledger_transactions_are_append_only;
revoke update on ledger_transactions from current_user;
