-- Events on their way to merchants: where they go, what is owed, and what came back from every attempt.

create table webhook_configs (
  merchant_id uuid primary key references merchants,
  webhook_url text,
  -- Null for the same as webhook_url.
  sandbox_webhook_url text,
  -- Null for all of them.
  events text[],
  -- Null for the spelling of the collection's own family.
  success_event_name text check (success_event_name in ('collection.success', 'collection.successful')),
  -- From then on the secret is masked.
  secret_shown_at timestamptz,
  secret_rotated_at timestamptz,
  updated_at timestamptz not null
);

-- Secrets that were replaced, and go on signing beside the present one for a while.
create table retired_webhook_secrets (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  secret_sealed bytea not null,
  signs_until timestamptz not null
);
create index retired_webhook_secrets_of_merchant on retired_webhook_secrets (merchant_id, signs_until desc);

-- The address of an environment as it follows from the configuration, and how it is doing.
create table webhook_endpoints (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  environment text not null check (environment in ('live', 'sandbox')),
  -- Null when it was taken away.
  url text,
  -- Since when nothing has got through.
  failing_since timestamptz,
  switched_off_at timestamptz,
  switched_off_because text check (switched_off_because in ('gone', 'failing')),
  unique (merchant_id, environment),
  check ((switched_off_at is null) = (switched_off_because is null))
);

create table webhook_deliveries (
  id uuid primary key,
  -- Not foreign keys: the change that an event tells of would wait for locks that nobody needs. Events are never deleted.
  event_id uuid not null,
  endpoint_id uuid not null,
  merchant_id uuid not null,
  environment text not null check (environment in ('live', 'sandbox')),
  cause text not null check (cause in ('event', 'replay')),
  status text not null check (status in ('pending', 'delivered', 'exhausted')),
  -- When somebody has to send it; null when nobody has to. A worker that takes it moves the time ahead for as long as its
  -- lease, and counts the lease up, so that one who comes back late is known by the number.
  due_at timestamptz,
  lease integer not null default 0,
  -- Under a lease: the database session that took it. When that session is gone, nobody waits for the lease to end.
  holder integer,
  holder_since timestamptz,
  attempts integer not null default 0,
  -- How far down the list of waits it is; a retry begins the list anew.
  failures integer not null default 0,
  last_status integer,
  last_error text,
  last_attempt_at timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null,
  check ((status = 'pending') = (due_at is not null))
);
-- What is owed, lane by lane: however much one endpoint is owed, the next one is a single step away.
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at) where due_at is not null;
create index webhook_deliveries_of_merchant on webhook_deliveries (merchant_id, environment, id desc);
create index webhook_deliveries_of_event on webhook_deliveries (event_id);

create table webhook_attempts (
  delivery_id uuid not null,
  -- The lease under which it was made: one attempt for each.
  lease integer not null,
  at timestamptz not null,
  url text not null,
  result text not null
    check (result in ('delivered', 'refused', 'redirected', 'gone', 'timeout', 'unreachable', 'blocked')),
  status integer,
  error text,
  response_body text,
  duration_ms integer not null,
  primary key (delivery_id, lease)
);

-- Lists of events are narrowed and counted in the index alone: the bodies of a million events are never read for it.
drop index events_of_merchant;
create index events_of_merchant on events (merchant_id, environment, id desc) include (type, created_at);
-- What was given up is rare, and is what merchants look for.
create index webhook_deliveries_exhausted on webhook_deliveries (merchant_id, environment, id desc)
  where status = 'exhausted';
