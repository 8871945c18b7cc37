-- What happened to a payment is kept for ever, in partitions by the time in the payment's id, so that what is old can be put aside. What was one table becomes
-- the open partition of the new one without a row being read: a column that is not null proves bounds without end.
alter table collection_history rename constraint collection_history_pkey to collection_history_open_pkey;
drop trigger collection_history_is_append_only on collection_history;
alter table collection_history rename to collection_history_open;
create table collection_history (like collection_history_open including all) partition by range (collection_id);
alter table collection_history attach partition collection_history_open for values from (minvalue) to (maxvalue);
-- On the whole, and so on each partition that there is and will be.
create trigger collection_history_is_append_only before update or delete on collection_history
  for each row execute function refuse_change();
