-- Payouts are kept for ever, in partitions by the time in their ids, as payments are.
-- Four keys keep money from being paid twice, and none of them has a time in it: a payout of this year and one of the last may claim the same. Each
-- partition has them as keys. Over all of them what is claimed is locked and looked for, by whoever writes payouts; none of it changes afterwards.
-- On a young table reading all of it seems cheap; the plan is kept, and made for each of thousands of rows that come at once.
create function refuse_claimed_before() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  key text;
begin
  if not exists (select from fresh f where f.batch_id is not null or f.retry_of is not null or f.again_of is not null
      or f.origin in ('declined', 'mispaid')) then
    return null;
  end if;
  -- Whoever claims has these locks already, or waits here until the other is done, and then sees what it wrote. In the order in which all take them.
  perform from (select distinct f.batch_id as id from fresh f where f.batch_id is not null order by 1) claimed
    cross join lateral (select from disbursement_batches b where b.id = claimed.id for update) locked;
  perform from (select distinct coalesce(f.retry_of, f.again_of) as id from fresh f where coalesce(f.retry_of, f.again_of) is not null order by 1) claimed
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
drop trigger withdrawals_keep_words on withdrawals;
drop trigger withdrawals_change_words on withdrawals;
drop trigger withdrawals_forget_words on withdrawals;
drop trigger withdrawals_keep_their_provider on withdrawals;
drop trigger rows_are_decided_with_their_batch on withdrawals;
drop trigger refunds_are_left_alone on withdrawals;
alter table withdrawals rename constraint withdrawals_pkey to withdrawals_open_pkey;
alter table withdrawals rename to withdrawals_open;
create table withdrawals (like withdrawals_open including all excluding indexes) partition by range (id);
alter table withdrawals add constraint withdrawals_pkey primary key (id);
create index on withdrawals (merchant_id, environment, id desc);
create index on withdrawals (merchant_id, environment, status, method, id);
create index on withdrawals (merchant_id, environment, kind, id);
create index on withdrawals (merchant_id, environment, kind, status, method, id);
create index on withdrawals (merchant_id, environment, id) where not awaits_batch;
create index on withdrawals (merchant_id, environment, status, method, id) where not awaits_batch;
create index on withdrawals (merchant_id, environment, currency, amount, id) where status = 'SUCCESS';
create index on withdrawals (merchant_id, environment, reverse(destination_identifier) text_pattern_ops, id);
create index on withdrawals (merchant_id, environment, ltrim(upper(replace(destination_identifier, '-', '')), '0'), id) where method = 'BANK_ACCOUNT';
create index on withdrawals (merchant_id, environment, merchant_reference, id) where merchant_reference is not null;
create index on withdrawals (merchant_id, environment, recipient_id, id) where recipient_id is not null;
create index on withdrawals (merchant_id, environment, id) where kind = 'refund';
create index on withdrawals (merchant_id, environment, status, id) where kind = 'refund';
create index on withdrawals (merchant_id, environment, reason, status, id) where kind = 'refund';
create index on withdrawals (merchant_id, environment, id) where directed;
create index on withdrawals (collection_id, id) where collection_id is not null;
create index on withdrawals (api_key_id, id) where api_key_id is not null;
create index on withdrawals (batch_id, id) where batch_id is not null;
create index on withdrawals (batch_id, completed_at) where batch_id is not null;
create index on withdrawals (batch_id, status, method, id) where batch_id is not null;
create index on withdrawals (batch_id, batch_row) where batch_id is not null and status = 'PROCESSING' and attempts = 0 and due_at is null;
create index on withdrawals (batch_id, sent_at) where batch_id is not null and status = 'PROCESSING' and due_at is not null;
create index on withdrawals (environment, status, method, id);
create index on withdrawals (environment, status, method, id) where not awaits_batch;
create index on withdrawals (environment, kind, status, method, id);
create index on withdrawals (environment, provider) where completed_at is null;
create index on withdrawals (environment, provider,
  (case when status = 'PENDING_ADMIN_APPROVAL' then 'approve' when status = 'PROCESSING' and attempts = 0 then 'send' else 'ask' end), due_at)
  where due_at is not null;
create index on withdrawals (provider, sent_at) where sent_at is not null;
create index on withdrawals (provider, sent_at) where sent_at is not null and completed_at is null;
alter table withdrawals attach partition withdrawals_open for values from (minvalue) to (maxvalue);
select index_metadata_of('withdrawals');
-- On the whole, and so on each partition that there is and will be.
create trigger withdrawals_keep_their_provider before update on withdrawals
  for each row when (old.provider is distinct from new.provider or old.provider_reference is distinct from new.provider_reference)
  execute function refuse_change();
create trigger rows_are_decided_with_their_batch before update on withdrawals
  for each row when (old.awaits_batch and new.awaits_batch and new.status <> old.status) execute function refuse_awaiting_batch();
create trigger refunds_are_left_alone before update on withdrawals
  for each row when (new.kind <> 'withdrawal' and (new.lease <> old.lease or new.moves <> old.moves) and new.written = old.written)
  execute function refuse_unknowing();
create trigger withdrawals_claim_once after insert on withdrawals referencing new table as fresh
  for each statement execute function refuse_claimed_before();
-- It stands at the door of the table, and there is no other: nobody writes payouts into a part by its name.
revoke insert on withdrawals_open from current_user;
create trigger withdrawals_keep_what_they_claim before update on withdrawals
  for each row when ((old.batch_id, old.batch_row, old.retry_of, old.again_of, old.paid_as, old.collection_id, old.origin)
    is distinct from (new.batch_id, new.batch_row, new.retry_of, new.again_of, new.paid_as, new.collection_id, new.origin))
  execute function refuse_change();
