-- What keys and members of a merchant have called, so that whoever asks why can see what was sent and answered. It is written beside the
-- answer and never with what the request did, secrets masked before; and it is partitioned by the time in its ids, as all is that only
-- grows and ends.
create table requests (
  -- The request id, where it is of our making.
  id uuid primary key,
  merchant_id uuid not null,
  environment text not null check (environment in ('live', 'sandbox')),
  -- The request id that the caller chose, which need not be the only one of its name.
  given_id text,
  method text not null check (method in ('GET', 'POST', 'PATCH', 'PUT', 'DELETE')),
  path text not null,
  query text,
  status smallint not null,
  error_code text,
  duration_ms integer not null,
  -- Null for sessions. A key that was revoked stays the one that called.
  api_key_id uuid,
  ip text not null,
  idempotency_key text,
  resource_id text,
  -- As text: what is cut off is no JSON.
  request_body text,
  request_body_cut boolean not null,
  response_body text,
  response_body_cut boolean not null,
  created_at timestamptz not null
) partition by range (id);
create index requests_by_method on requests (merchant_id, environment, method, id);
create index requests_by_status on requests (merchant_id, environment, status, id);
create index requests_by_path on requests (merchant_id, environment, path, id);
create index requests_by_ip on requests (merchant_id, environment, ip, id);
create index requests_by_key on requests (merchant_id, environment, api_key_id, id) where api_key_id is not null;
create index requests_by_error on requests (merchant_id, environment, error_code, id) where error_code is not null;
create index requests_by_idempotency_key on requests (merchant_id, environment, idempotency_key, id)
  where idempotency_key is not null;
create index requests_by_resource on requests (merchant_id, environment, resource_id, id) where resource_id is not null;
create index requests_by_given_id on requests (merchant_id, environment, lower(given_id), id) where given_id is not null;
create table requests_open (like requests including all);
alter table requests attach partition requests_open for values from (minvalue) to (maxvalue);

-- How many of a merchant were kept on a day, counted by all processes together: who calls very often keeps refusals only.
create table request_counts (
  merchant_id uuid not null,
  environment text not null check (environment in ('live', 'sandbox')),
  -- Where the day begins, in Dar es Salaam.
  day timestamptz not null,
  kept integer not null,
  primary key (merchant_id, environment, day)
);
create index request_counts_by_age on request_counts (day);
