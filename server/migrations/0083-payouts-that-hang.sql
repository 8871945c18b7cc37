-- Payouts that were sent and have not ended, by when they were sent: those that hang tell how their network does.
create index concurrently withdrawals_under_way on withdrawals (provider, sent_at) where sent_at is not null and completed_at is null;
