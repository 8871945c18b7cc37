-- What happened to a control number likewise.
alter table control_number_history rename constraint control_number_history_pkey to control_number_history_open_pkey;
drop trigger control_number_history_is_append_only on control_number_history;
alter table control_number_history rename to control_number_history_open;
create table control_number_history (like control_number_history_open including all) partition by range (control_number_id);
alter table control_number_history attach partition control_number_history_open for values from (minvalue) to (maxvalue);
-- On the whole, and so on each partition that there is and will be.
create trigger control_number_history_is_append_only before update or delete on control_number_history
  for each row execute function refuse_change();
