-- Whoever tries a key that was revoked, has expired or is used from elsewhere is no reason to keep less of what its merchant calls: those
-- are counted beside the others. What an older version counts goes on counting as the merchant's own.
alter table request_counts add column of_refused integer not null default 0;
