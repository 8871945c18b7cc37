-- What people with power did, as a chain: each entry carries the keyed hash of itself and of the one before it,
-- so an entry that was edited, deleted, moved or cut off is found by walking the chain.

create table audit_log (
  seq bigint primary key check (seq > 0),
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('super_admin', 'member', 'operator', 'system')),
  actor_id uuid,
  action text not null,
  subject_kind text not null,
  subject_id uuid not null,
  merchant_id uuid,
  -- json, not jsonb: the hash covers the exact text, and jsonb would rewrite it.
  details json not null,
  request_id text,
  previous_hash bytea not null check (octet_length(previous_hash) = 32),
  hash bytea not null unique check (octet_length(hash) = 32)
);

-- The end of the chain, locked by each writer, so that entries are numbered without gaps and a cut tail shows.
create table audit_head (
  only_row boolean primary key default true check (only_row),
  seq bigint not null,
  hash bytea not null,
  -- A keyed hash of both, so that nobody without the secret can put the head back after cutting the tail.
  seal bytea check (seal is not null or seq = 0)
);
insert into audit_head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_is_never_emptied before truncate on audit_log
  for each statement execute function refuse_change();
