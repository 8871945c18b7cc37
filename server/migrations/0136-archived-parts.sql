-- What an operator has put aside of a table in parts, as a file: written in the transaction in which the part goes, and again in the one in which it comes back.
create table archived_parts (
  archive text primary key,
  of_table text not null check (of_table in ('collection_history', 'withdrawal_history')),
  -- The ids of the part, from the first of these up to and without the second. Null: from the beginning.
  from_id uuid,
  to_id uuid not null,
  steps bigint not null check (steps > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  put_aside_at timestamptz not null,
  back_at timestamptz
);
create unique index archived_parts_away on archived_parts (of_table, to_id) where back_at is null;
