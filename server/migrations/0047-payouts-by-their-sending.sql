-- Which payouts a provider was asked for on a day: a withdrawal may have waited for its approval for long before that.
create index concurrently withdrawals_by_sending on withdrawals (provider, sent_at) where sent_at is not null;
