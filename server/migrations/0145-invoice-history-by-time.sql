-- What happened to an invoice lies in partitions by the time in the invoice's id, as that of payments, payouts and batches does.
alter table invoice_history rename constraint invoice_history_pkey to invoice_history_open_pkey;
alter table invoice_history rename to invoice_history_open;
create table invoice_history (like invoice_history_open including all) partition by range (invoice_id);
alter table invoice_history attach partition invoice_history_open for values from (minvalue) to (maxvalue);
