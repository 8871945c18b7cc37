-- Whom a merchant lists by method, by being blocked, and by cooling still, which time alone ends.
create index concurrently recipients_by_method on recipients (merchant_id, environment, method, id) where deleted_at is null;
create index concurrently recipients_blocked on recipients (merchant_id, environment, id) where deleted_at is null and blocked_at is not null;
create index concurrently recipients_by_first_use on recipients (merchant_id, environment, usable_from)
  where deleted_at is null and blocked_at is null;
