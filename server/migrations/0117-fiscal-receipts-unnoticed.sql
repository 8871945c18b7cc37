-- What was queued since somebody looked.
create index concurrently fiscal_receipts_unnoticed on fiscal_receipts (environment, id) where status = 'QUEUED' and not is_noticed;
