-- Endpoints that merchants add beside the one of each environment that follows from their configuration. They stand in a table of their own:
-- the version before counts on one row for each merchant and environment in webhook_endpoints, and leaves alone what is owed to any other.

create table added_webhook_endpoints (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  environment text not null check (environment in ('live', 'sandbox')),
  -- Null once it is deleted: what was owed to it still says to whom.
  url text,
  -- Null for all of them. `refund.*` stays as it is written, so that it means those that are to come as well.
  events text[],
  -- Null for any.
  methods text[],
  metadata jsonb not null default '{}',
  -- Null for the spelling of the event.
  success_event_name text check (success_event_name in ('collection.success', 'collection.successful')),
  secret_sealed bytea,
  secret_rotated_at timestamptz,
  failing_since timestamptz,
  switched_off_at timestamptz,
  switched_off_because text check (switched_off_because in ('gone', 'failing', 'disabled')),
  -- Since when it asks for what it asks for now: what happened after that is owed to it.
  asks_since timestamptz not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  check ((switched_off_at is null) = (switched_off_because is null)),
  check ((url is null) = (deleted_at is not null)),
  check ((url is null) = (secret_sealed is null))
);
create index added_webhook_endpoints_of_merchant on added_webhook_endpoints (merchant_id, environment, id)
  where url is not null;
-- By a digest: an address may be longer than an index takes.
create unique index added_webhook_endpoints_by_url on added_webhook_endpoints (merchant_id, environment, md5(url))
  where url is not null;
create index added_webhook_endpoints_deleted on added_webhook_endpoints (deleted_at) where deleted_at is not null;

create table retired_endpoint_secrets (
  id uuid primary key,
  endpoint_id uuid not null references added_webhook_endpoints,
  secret_sealed bytea not null,
  signs_until timestamptz not null
);
create index retired_endpoint_secrets_of_endpoint on retired_endpoint_secrets (endpoint_id, signs_until desc);

-- Whether it goes to an added one; and what a paid collection is called there, if not as in its event, so that every attempt sends the same bytes.
alter table webhook_deliveries
  add column is_added boolean not null default false,
  add column told_as text;
