-- Which keys end soon, whose people are told.
create index concurrently api_keys_by_end on api_keys (expires_at) where expires_at is not null and revoked_at is null;
