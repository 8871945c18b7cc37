-- What several processes must know of each other: how often somebody has called or guessed, and which secret seals.

-- Counts with a limit, of requests and of attempts. Unlogged: they are worth nothing after an hour, and where a crash of the database
-- empties them, counting begins anew.
create unlogged table tallies (
  -- A hash: names are addresses of people and machines, and of any length.
  name text primary key,
  count integer not null,
  until timestamptz not null
) with (fillfactor = 50);
create index tallies_by_end on tallies (until);

-- Which secret seals now. Null until the first rotation: what is sealed with the first secret does not name it.
alter table installation add column secret_id bytea;
alter table installation add column rotated_at timestamptz;
-- When everything was last found sealed with that secret.
alter table installation add column resealed_at timestamptz;

-- With which secret the next audit entry is hashed: told where every writer looks, so that none of them can use another.
alter table audit_head add column secret_id bytea;

-- The keys of earlier secrets, sealed with the present one: entries up to this number were hashed with it.
create table retired_audit_keys (
  last_seq bigint primary key,
  key_sealed bytea not null
);
