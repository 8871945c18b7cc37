-- What happened to a batch lies in partitions by the time in the batch's id, as that of payments and payouts does (0131).
alter table disbursement_batch_history rename constraint disbursement_batch_history_pkey to disbursement_batch_history_open_pkey;
drop trigger disbursement_batch_history_is_append_only on disbursement_batch_history;
alter table disbursement_batch_history rename to disbursement_batch_history_open;
create table disbursement_batch_history (like disbursement_batch_history_open including all) partition by range (batch_id);
alter table disbursement_batch_history attach partition disbursement_batch_history_open for values from (minvalue) to (maxvalue);
-- On the whole, and so on each partition that there is and will be.
create trigger disbursement_batch_history_is_append_only before update or delete on disbursement_batch_history
  for each row execute function refuse_change();
