-- Rows of batches that are handed over and not ended: few at a time, counted before more are handed over.
create index concurrently withdrawals_handed_over on withdrawals (batch_id, sent_at)
  where batch_id is not null and status = 'PROCESSING' and due_at is not null;
-- The queue of one merchant passes over thousands of rows that are decided with their batch, too.
create index concurrently withdrawals_to_decide_of_merchant on withdrawals (merchant_id, environment, id) where not awaits_batch;
create index concurrently withdrawals_to_decide_of_merchant_by_kind on withdrawals (merchant_id, environment, status, method, id)
  where not awaits_batch;
