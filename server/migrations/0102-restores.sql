-- That this database was set back to an earlier moment, once for each time. What happened after that moment is known to providers and no longer
-- to us, so payouts wait from the first look at it until somebody says that both were compared.
create table restores (
  -- What the restored server itself says of it, which is another text each time.
  mark text primary key,
  -- As far as it was restored; null where nobody can tell.
  point timestamptz,
  noticed_at timestamptz not null,
  released_at timestamptz,
  note text,
  check ((released_at is null) = (note is null))
);
