-- What happened to a payout likewise.
alter table withdrawal_history rename constraint withdrawal_history_pkey to withdrawal_history_open_pkey;
drop trigger withdrawal_history_is_append_only on withdrawal_history;
alter table withdrawal_history rename to withdrawal_history_open;
create table withdrawal_history (like withdrawal_history_open including all) partition by range (withdrawal_id);
alter table withdrawal_history attach partition withdrawal_history_open for values from (minvalue) to (maxvalue);
-- On the whole, and so on each partition that there is and will be.
create trigger withdrawal_history_is_append_only before update or delete on withdrawal_history
  for each row execute function refuse_change();
