-- The same of batches.
create index concurrently disbursement_batch_approvals_of_merchant on disbursement_batch_approvals (merchant_id, at);
