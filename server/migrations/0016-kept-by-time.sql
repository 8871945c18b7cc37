-- What only grows and ends is kept by time. Tables of which nothing has to be unique for longer than it is kept are
-- partitioned by their ids, which begin with the time, and dropped part by part. What was one table becomes the open
-- partition of the new one, without a row being read or moved: a column that is not null proves bounds without end.

alter table webhook_deliveries rename to webhook_deliveries_open;
create table webhook_deliveries (like webhook_deliveries_open including all) partition by range (id);
alter table webhook_deliveries attach partition webhook_deliveries_open for values from (minvalue) to (maxvalue);

alter table webhook_attempts rename to webhook_attempts_open;
create table webhook_attempts (like webhook_attempts_open including all) partition by range (delivery_id);
alter table webhook_attempts attach partition webhook_attempts_open for values from (minvalue) to (maxvalue);

-- A foreign key would lock the withdrawals whenever a partition comes or goes. They are never deleted.
alter table provider_exchanges drop constraint provider_exchanges_withdrawal_id_fkey;
alter table provider_exchanges rename to provider_exchanges_open;
create table provider_exchanges (like provider_exchanges_open including all) partition by range (id);
alter table provider_exchanges attach partition provider_exchanges_open for values from (minvalue) to (maxvalue);

-- A reference is an id behind a prefix and begins with the time as well. So it stays the key, and one that is sent twice
-- is still one payment, whatever partition is the newest by then.
-- A partition's checks must have been made on all of its rows.
alter table network_payments validate constraint network_payments_ending_check;
alter table network_payments rename to network_payments_open;
create table network_payments (like network_payments_open including all) partition by range (reference);
alter table network_payments attach partition network_payments_open for values from (minvalue) to (maxvalue);

alter table network_callbacks rename to network_callbacks_open;
create table network_callbacks (like network_callbacks_open including all) partition by range (id);
alter table network_callbacks attach partition network_callbacks_open for values from (minvalue) to (maxvalue);

alter table sandbox_messages rename to sandbox_messages_open;
create table sandbox_messages (like sandbox_messages_open including all) partition by range (id);
alter table sandbox_messages attach partition sandbox_messages_open for values from (minvalue) to (maxvalue);

-- Keys that must stay unique over all time stay in one table, and go in batches in the order of their age. A summary of
-- blocks cannot find them for long: a block that was freed and filled again is still summed up as old, until every block
-- is, and the whole table is read for each batch.
drop index idempotency_keys_by_age;
create index idempotency_keys_by_age on idempotency_keys (created_at);
create index provider_events_by_age on provider_events (at);
create index mails_by_age on mails (sent_at) where sent_at is not null;
create index sessions_by_end on sessions (expires_at);
create index verifications_by_end on verifications (expires_at);
