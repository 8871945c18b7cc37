-- Whom a merchant pays, saved under an id. Where the money goes never changes; a new recipient cools before money to it is approved. Names and
-- accounts stand in these rows and nowhere that is kept for ever: audit entries carry ids. See decision 67.
create table recipients (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  environment text not null check (environment in ('live', 'sandbox')),
  -- Who saved it: a key or a person.
  api_key_id uuid,
  saved_by uuid references users,
  method text not null check (method in ('MOBILE_MONEY', 'BANK_ACCOUNT', 'PROVIDER_PESA')),
  destination_code text not null,
  destination_name text not null,
  destination_identifier text not null,
  bank_name text,
  bank_account_name text,
  name_check jsonb,
  metadata jsonb,
  usable_from timestamptz not null,
  blocked_at timestamptz,
  -- What waits for approval still refers to one that was removed.
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Of two who save the same at once, one makes it and the other finds it.
create unique index recipients_once on recipients (merchant_id, environment, method, destination_code, destination_identifier)
  where deleted_at is null;
create index recipients_of_merchant on recipients (merchant_id, environment, id) where deleted_at is null;
create index recipients_by_identifier on recipients (merchant_id, environment, destination_identifier, id) where deleted_at is null;
create index recipients_removed on recipients (deleted_at) where deleted_at is not null;
select index_metadata_of('recipients');

-- None is what every merchant begins with. What was made laxer acts from `next_at` on.
create table recipient_settings (
  merchant_id uuid not null references merchants,
  environment text not null check (environment in ('live', 'sandbox')),
  cooling_hours integer not null check (cooling_hours between 0 and 168),
  recipients_only boolean not null,
  next_cooling_hours integer check (next_cooling_hours between 0 and 168),
  next_recipients_only boolean,
  next_at timestamptz,
  updated_at timestamptz not null,
  primary key (merchant_id, environment),
  check (num_nulls(next_cooling_hours, next_recipients_only, next_at) in (0, 3))
);

alter table withdrawals add column recipient_id uuid;
