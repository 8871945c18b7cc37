-- The book is about to lie in partitions by the time in its ids. What was booked when money that goes out got an account of its own has ids without a
-- time, which may lie thousands of years ahead; it is given ids of the moment in which it was booked. Found by its causes, which have an index.
do $$
declare
  split record;
  fresh uuid;
begin
  if not exists (select from ledger_transactions where cause >= 'clearing_split' and cause < 'clearing_splitt' and type = 'clearing_split') then
    return;
  end if;
  grant update on ledger_transactions, ledger_entries to current_user;
  alter table ledger_transactions disable trigger ledger_transactions_are_append_only;
  alter table ledger_entries disable trigger ledger_entries_are_append_only;
  for split in
    select id, created_at from ledger_transactions where cause >= 'clearing_split' and cause < 'clearing_splitt' and type = 'clearing_split'
  loop
    fresh := overlay(overlay(gen_random_uuid()::text placing '7' from 15) placing
      regexp_replace(lpad(to_hex((extract(epoch from split.created_at) * 1000)::bigint), 12, '0'), '(.{8})', '\1-') from 1)::uuid;
    update ledger_transactions set id = fresh where id = split.id;
    update ledger_entries set transaction_id = fresh where transaction_id = split.id;
  end loop;
  alter table ledger_transactions enable trigger ledger_transactions_are_append_only;
  alter table ledger_entries enable trigger ledger_entries_are_append_only;
  revoke update on ledger_transactions, ledger_entries from current_user;
end $$;
