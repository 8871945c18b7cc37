-- Who carries live payments, as rows: lists of providers that Super Admins change while the service runs, and how each provider stands.

create table provider_routes (
  id uuid primary key,
  -- Null: for all who have no list of their own.
  merchant_id uuid references merchants (id),
  -- A way to pay or to be paid. Null: for all that have no list of their own.
  method text check (method in ('USSD_PUSH', 'STK_PUSH', 'PROVIDER_PESA_PUSH', 'DYNAMIC_QR', 'MOBILE_MONEY',
    'BANK_ACCOUNT', 'PROVIDER_PESA')),
  -- In the order in which they are asked. As many as a collection may have tries.
  providers text[] not null check (cardinality(providers) between 1 and 5),
  changed_at timestamptz not null,
  changed_by uuid not null,
  unique nulls not distinct (merchant_id, method)
);

-- Counted up with each change of a list, under its lock, so that processes read the lists only when there is something new.
create table routing_version (
  is_only boolean primary key default true check (is_only),
  version bigint not null default 0
);
insert into routing_version default values;

-- Providers of which a Super Admin has said something; all others are on.
create table provider_states (
  provider text primary key,
  state text not null check (state in ('on', 'draining', 'paused')),
  since timestamptz not null,
  changed_by uuid not null
);

-- What each process has found out for itself: who does not answer to which kind of call, and until when it is left alone.
create table provider_breakers (
  process uuid not null,
  provider text not null,
  environment text not null check (environment in ('live', 'sandbox')),
  call text not null,
  silences integer not null check (silences > 0),
  opened_at timestamptz not null,
  -- When somebody may try again. What is long past was left behind by a process that is gone.
  try_at timestamptz not null,
  primary key (process, provider, environment, call)
);

-- The last that went wrong between us and each provider, for people to read: a ring, of which a new one takes the place of an old one.
create table provider_errors (
  provider text not null,
  slot smallint not null check (slot between 1 and 20),
  at timestamptz not null,
  environment text not null check (environment in ('live', 'sandbox')),
  call text not null,
  -- As it was told, with long numbers masked.
  said text not null,
  primary key (provider, slot)
);
create sequence provider_errors_slot as smallint maxvalue 20 cycle;
