-- Whoever pays or is paid can be erased: their names, numbers and addresses stand in rows that may change, and what is kept for ever
-- carries ids. See decision 65.

-- How long what names people is kept, where the operator chose otherwise than usual. One row, or none.
create table retention (
  is_only boolean primary key default true check (is_only),
  replies_days integer not null check (replies_days between 30 and 90),
  requests_days integer not null check (requests_days between 1 and 30),
  events_days integer not null check (events_days between 90 and 1000),
  exchanges_days integer not null check (exchanges_days between 90 and 1000),
  sandbox_days integer not null check (sandbox_days between 7 and 400),
  payments_days integer not null check (payments_days between 1825 and 7300),
  changed_by uuid not null references users,
  changed_at timestamptz not null
);

-- How far each table was gone through, in the order of its ids, which is that of time. Whoever goes on holds the row.
create table forgotten_through (
  kind text not null,
  environment text not null check (environment in ('live', 'sandbox')),
  last_id uuid not null,
  primary key (kind, environment)
);

-- What was not over yet when its time came: looked at again until it is.
create table left_to_forget (
  kind text not null,
  environment text not null check (environment in ('live', 'sandbox')),
  id uuid not null,
  looked_at timestamptz not null,
  primary key (kind, environment, id)
);
create index left_to_forget_by_look on left_to_forget (kind, environment, looked_at);

-- An event stays as it was told, but for the people in it: each of these may go, and nothing may come in its place.
create function refuse_other_event() returns trigger language plpgsql as $$
declare
  people constant text[] := array['customer_name', 'customer_phone', 'customer_email', 'description', 'callback_url',
    'destination_name', 'destination_identifier', 'bank_account_name', 'name_check', 'payer_name', 'payer_name_match', 'note', 'metadata'];
  was constant jsonb := old.body::jsonb;
  will constant jsonb := new.body::jsonb;
begin
  if (old.id, old.merchant_id, old.environment, old.type, old.resource_id, old.sequence, old.created_at)
      is distinct from (new.id, new.merchant_id, new.environment, new.type, new.resource_id, new.sequence, new.created_at)
    or was - 'data' is distinct from will - 'data'
    or (was -> 'data') - people is distinct from (will -> 'data') - people
    or exists (
      select from jsonb_each(will -> 'data') as field
      where field.key = any(people) and field.value is distinct from was -> 'data' -> field.key
        and field.value not in ('null', '{}', '"Erased"', '"erased"'))
  then
    raise exception 'event % stays as it was told, but for people who are erased', old.id
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
drop trigger events_are_append_only on events;
create trigger events_stay before update on events for each row execute function refuse_other_event();
create trigger events_are_never_deleted before delete on events for each row execute function refuse_change();
create trigger events_are_never_emptied before truncate on events for each statement execute function refuse_change();

-- Whom a try asked may be erased, and is never anybody else.
drop trigger collection_tries_name_their_order_for_ever on collection_tries;
create trigger collection_tries_name_their_order_for_ever before update on collection_tries
  for each row when ((old.id, old.collection_id, old.number, old.provider, old.provider_reference, old.method,
      old.attempt, old.created_at)
    is distinct from (new.id, new.collection_id, new.number, new.provider, new.provider_reference, new.method,
      new.attempt, new.created_at)
    or (new.customer_phone is not null and old.customer_phone is distinct from new.customer_phone))
  execute function refuse_change();

-- A customer who was erased is nobody's customer any more; payments go on naming the id.
alter table customers add column erased_at timestamptz;
