-- Over the bounds of parts a claim holds because whoever claims locks it and then looks. Three ways around that were open: reading as of the beginning of the
-- transaction, by which nothing is seen of whoever had the lock before; two claims in one row, of which one was locked; and a rejected repetition that lives
-- again, which a key of its part refuses and no other.
create or replace function refuse_claimed_before() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  key text;
begin
  if not exists (select from fresh f where f.batch_id is not null or f.retry_of is not null or f.again_of is not null
      or f.origin in ('declined', 'mispaid')) then
    return null;
  end if;
  -- What the other wrote while its lock was waited for is seen in this way of reading alone.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise feature_not_supported using message = 'payouts claim at read committed', table = tg_table_name;
  end if;
  -- Whoever claims has these locks already, or waits here until the other is done, and then sees what it wrote. In the order in which all take them.
  perform from (select distinct f.batch_id as id from fresh f where f.batch_id is not null order by 1) claimed
    cross join lateral (select from disbursement_batches b where b.id = claimed.id for update) locked;
  perform from (select distinct said.id from fresh f cross join lateral (values (f.retry_of), (f.again_of)) said (id) where said.id is not null order by 1) claimed
    cross join lateral (select from withdrawals w where w.id = claimed.id for update) locked;
  perform from (select distinct f.collection_id as id from fresh f where f.origin in ('declined', 'mispaid') order by 1) claimed
    cross join lateral (select from collections c where c.id = claimed.id for update) locked;
  perform pg_advisory_xact_lock(hashtextextended(owed.paid_as, 0))
    from (select f.paid_as from fresh f where f.origin in ('declined', 'mispaid') and f.again_of is null order by 1) owed;
  -- Thousands of rows of one batch come at once, so that each is not looked for among the others.
  select twice.key into key from (
    (select 'withdrawals_of_batch' as key from withdrawals w
      where w.batch_id = any (array(select distinct f.batch_id from fresh f where f.batch_id is not null)) and w.batch_row is not null
      group by w.batch_id, w.batch_row having count(*) > 1 limit 1)
    union all
    (select 'withdrawals_retried_once' from fresh f cross join lateral (select from withdrawals w
      where w.retry_of = f.retry_of and w.status <> 'REJECTED' and w.id <> f.id limit 1) taken where f.status <> 'REJECTED' limit 1)
    union all
    (select 'refunds_are_tried_again_once' from fresh f cross join lateral (select from withdrawals w
      where w.again_of = f.again_of and w.id <> f.id limit 1) taken limit 1)
    union all
    (select 'payments_are_owed_to_payers_once' from fresh f cross join lateral (select from withdrawals w
      where w.paid_as = f.paid_as and w.origin in ('declined', 'mispaid') and w.again_of is null and w.id <> f.id limit 1) taken
      where f.origin in ('declined', 'mispaid') and f.again_of is null limit 1)) twice limit 1;
  if found then
    raise unique_violation using message = 'a payout claims what another has claimed', table = tg_table_name, constraint = key;
  end if;
  return null;
end
$$;
create or replace function refuse_booked_before() returns trigger language plpgsql set enable_seqscan = off as $$
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
  if current_setting('transaction_isolation') <> 'read committed' then
    raise feature_not_supported using message = 'causes are booked at read committed', table = tg_table_name;
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
create trigger withdrawals_stay_rejected before update on withdrawals
  for each row when (old.status = 'REJECTED' and new.status <> 'REJECTED' and old.retry_of is not null)
  execute function refuse_change();
