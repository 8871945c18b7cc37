-- `check-books` holds every history and its batches against each other.
alter table disbursement_batch_history drop constraint disbursement_batch_history_batch_id_fkey;
