-- The book is kept for ever, in partitions by the time in the ids of its transactions, a year in each, as payments are.
-- That a place is given once is a key of each partition, and over all of them the count in the account, which whoever posts has locked. That a cause is
-- booked once is a key of each as well; over a bound it is looked for.

-- The lowest id that can be made so many days after the year of an id began: years of 365 days, with one of which every partition begins.
create function lowest_id_in_year(id uuid, days integer) returns uuid language sql immutable strict parallel safe as $$
  select rpad(lpad(to_hex((('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 31536000000) * 31536000000 + days * 86400000::bigint), 12, '0'), 32, '0')::uuid
$$;
-- What has a payment or payout is booked after that was made. So where both are of one year, no other year has the cause; but within a week of a bound the
-- clock of another may be on its other side. That, and whatever else is booked, is rare, and looked for everywhere. Whoever posts has locked the book: who has the same cause
-- waits for it, and then sees what was written. What has neither may have the same cause in another book, so that the cause itself is locked.
-- On a young table reading all of it seems cheap; the plan is kept, and made for each of thousands of rows that come at once.
create function refuse_booked_before() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  begins uuid;
  ends uuid;
  found_cause text;
begin
  select lowest_id_in_year(f.id, 7), lowest_id_in_year(f.id, 358) into begins, ends from fresh f limit 1;
  if not exists (select from fresh f
    where f.id < begins or f.id >= ends or f.collection_id < begins or f.collection_id >= ends or f.withdrawal_id < begins
      or f.withdrawal_id >= ends or (f.collection_id is null and f.withdrawal_id is null)) then
    return null;
  end if;
  perform from (select distinct f.merchant_id, f.environment, f.currency from fresh f order by 1, 2, 3) book
    cross join lateral (select from ledger_accounts a where a.merchant_id = book.merchant_id and a.environment = book.environment
      and a.currency = book.currency and a.kind = 'available' and a.provider = '' for update) locked;
  perform pg_advisory_xact_lock(hashtextextended(loose.cause, 0))
    from (select f.cause from fresh f where f.collection_id is null and f.withdrawal_id is null order by 1) loose;
  select f.cause into found_cause from fresh f
    cross join lateral (select from ledger_transactions t where t.cause = f.cause and t.id <> f.id limit 1) booked limit 1;
  if found then
    raise unique_violation using message = format('%s is booked already', found_cause), table = tg_table_name, constraint = 'ledger_transactions_cause_idx';
  end if;
  return null;
end
$$;
alter table ledger_transactions drop constraint ledger_transactions_cause_key;
drop trigger ledger_transactions_have_entries on ledger_transactions;
drop trigger ledger_transactions_are_append_only on ledger_transactions;
alter table ledger_transactions rename constraint ledger_transactions_pkey to ledger_transactions_open_pkey;
alter table ledger_transactions rename to ledger_transactions_open;
create table ledger_transactions (like ledger_transactions_open including all excluding indexes) partition by range (id);
alter table ledger_transactions add constraint ledger_transactions_pkey primary key (id);
create index on ledger_transactions (merchant_id, environment, currency, id);
create index on ledger_transactions (merchant_id, environment, currency, direction, type, seq);
create index on ledger_transactions (merchant_id, environment, currency, reference, seq) where reference is not null;
create index on ledger_transactions (collection_id) where collection_id is not null;
create index on ledger_transactions (withdrawal_id) where withdrawal_id is not null;
alter table ledger_transactions attach partition ledger_transactions_open for values from (minvalue) to (maxvalue);

alter table ledger_entries drop constraint entries_form_a_chain;
drop trigger ledger_transactions_balance on ledger_entries;
drop trigger ledger_entries_are_append_only on ledger_entries;
alter table ledger_entries rename constraint ledger_entries_pkey to ledger_entries_open_pkey;
alter table ledger_entries rename to ledger_entries_open;
create table ledger_entries (like ledger_entries_open including all excluding indexes) partition by range (transaction_id);
alter table ledger_entries add constraint ledger_entries_pkey primary key (transaction_id, leg);
alter table ledger_entries attach partition ledger_entries_open for values from (minvalue) to (maxvalue);

-- On the whole, and so on each partition that there is and will be.
create trigger ledger_transactions_are_append_only before update or delete on ledger_transactions
  for each row execute function refuse_change();
create trigger ledger_entries_are_append_only before update or delete on ledger_entries
  for each row execute function refuse_change();
-- A partition can be emptied by itself: the first has had these triggers all along, and those to come are given them when they are made.
create trigger ledger_transactions_are_never_emptied before truncate on ledger_transactions
  for each statement execute function refuse_change();
create trigger ledger_entries_are_never_emptied before truncate on ledger_entries
  for each statement execute function refuse_change();
create trigger ledger_transactions_have_entries after insert on ledger_transactions
  referencing new table as fresh for each statement execute function refuse_without_entries();
create trigger ledger_transactions_are_booked_once after insert on ledger_transactions
  referencing new table as fresh for each statement execute function refuse_booked_before();
create trigger ledger_transactions_balance after insert on ledger_entries
  referencing new table as fresh for each statement execute function refuse_unbalanced();
-- As before, and on every part to come: what is booked is changed by nobody, whatever becomes of the triggers.
revoke update, delete, truncate on ledger_transactions, ledger_entries from current_user;
-- What guards whole statements stands at the door of the table, and there is no other: nobody writes into a part by its name.
revoke insert on ledger_transactions_open, ledger_entries_open from current_user;
