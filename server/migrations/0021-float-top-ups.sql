-- Money that the operator sends to a provider, so that payouts can be made from it. It is no merchant's: the operator has
-- a book of its own, under the id of nobody, in which it is owed what it has sent.

create table float_top_ups (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  provider text not null check (provider <> ''),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint not null check (amount > 0),
  -- What the bank or the provider calls the transfer.
  reference text not null,
  paid_on date not null,
  note text,
  recorded_by uuid not null,
  -- A record that was wrong stays, and another takes it back.
  reverses uuid unique references float_top_ups,
  reversed_at timestamptz,
  created_at timestamptz not null,
  constraint float_top_ups_are_taken_back_once check (reverses is null or reversed_at is null)
);
-- A transfer is recorded once. When its record was taken back, it may be recorded as it should have been.
create unique index float_top_ups_name_their_transfer on float_top_ups (environment, provider, reference)
  where reverses is null and reversed_at is null;
create index float_top_ups_of_all on float_top_ups (environment, id);
create index float_top_ups_by_provider on float_top_ups (environment, provider, id);
create index float_top_ups_by_reference on float_top_ups (environment, reference, id);

-- That it was taken back is all that is ever added to a record.
create trigger float_top_ups_stay before update of id, environment, provider, currency, amount, reference, paid_on, note,
  recorded_by, reverses, created_at or delete on float_top_ups for each row execute function refuse_change();
create trigger float_top_ups_are_never_emptied before truncate on float_top_ups
  for each statement execute function refuse_change();

-- What was written under the narrower rules is not read again for these.
alter table ledger_accounts
  drop constraint ledger_accounts_kind_check,
  add constraint ledger_accounts_kind_check check (kind in ('available', 'held', 'reserved', 'receivable', 'clearing',
    'payout_clearing', 'fees', 'deposits', 'operator_funds')) not valid,
  add constraint operator_funds_are_the_operators check (kind <> 'operator_funds'
    or merchant_id = '00000000-0000-0000-0000-000000000000') not valid;
alter table ledger_transactions
  drop constraint ledger_transactions_type_check,
  add constraint ledger_transactions_type_check check (type in ('collection', 'collection_fee', 'collection_reversal',
    'clearance_hold', 'clearance_release', 'clearance_return', 'withdrawal_reservation', 'withdrawal_release', 'withdrawal',
    'withdrawal_fee', 'withdrawal_reversal', 'debt', 'debt_repayment', 'deposit', 'clearing_split', 'float_top_up',
    'float_top_up_reversal')) not valid,
  drop constraint ledger_transactions_have_a_place,
  add constraint ledger_transactions_have_a_place check (not adds_up or (seq is null) = (type in ('clearance_hold',
    'clearance_return', 'clearing_split', 'float_top_up', 'float_top_up_reversal'))) not valid;

-- A foreign key knows no exception, so this stands for it: every book is a merchant's, or the operator's.
alter table ledger_accounts drop constraint ledger_accounts_merchant_id_fkey;
create function refuse_book_of_nobody() returns trigger language plpgsql as $$
begin
  perform from merchants where id = new.merchant_id for key share;
  if not found then
    raise exception 'no merchant % could have a book', new.merchant_id
      using errcode = 'foreign_key_violation', constraint = 'ledger_accounts_merchant_id_fkey';
  end if;
  return null;
end $$;
create trigger ledger_accounts_have_an_owner after insert on ledger_accounts for each row
  when (new.merchant_id <> '00000000-0000-0000-0000-000000000000') execute function refuse_book_of_nobody();
