-- The rows of a batch in their order; by state, for lists and for what became of the whole; by their end, to see how the last ones went;
-- and those that are approved and not yet handed to whoever sends.
create unique index concurrently withdrawals_of_batch on withdrawals (batch_id, batch_row) where batch_id is not null;
create index concurrently withdrawals_of_batch_by_kind on withdrawals (batch_id, status, method, id) where batch_id is not null;
create index concurrently withdrawals_of_batch_by_id on withdrawals (batch_id, id) where batch_id is not null;
create index concurrently withdrawals_of_batch_by_end on withdrawals (batch_id, completed_at) where batch_id is not null;
create index concurrently withdrawals_held_by_batch on withdrawals (batch_id, batch_row)
  where batch_id is not null and status = 'PROCESSING' and attempts = 0 and due_at is null;
-- What failed is sent once more once; a retry that nobody approved leaves it free for another.
create unique index concurrently withdrawals_retried_once on withdrawals (retry_of)
  where retry_of is not null and status <> 'REJECTED';
-- The queue of Super Admins passes over thousands of rows that are decided with their batch.
create index concurrently withdrawals_to_decide on withdrawals (environment, status, method, id) where not awaits_batch;
