-- What belongs to the installation as a whole: its mark, replies kept for repeated requests, and mail to be sent.

create table installation (
  only_row boolean primary key default true check (only_row),
  id uuid not null,
  -- A known text sealed with the installation's secret: a start with another secret is told at once.
  secret_probe bytea not null,
  demo_created_at timestamptz,
  created_at timestamptz not null
);

create table idempotency_keys (
  -- The merchant, or the person when no merchant is concerned.
  scope uuid not null,
  environment text not null check (environment in ('live', 'sandbox')),
  key uuid not null,
  fingerprint bytea not null,
  status integer not null,
  -- Sealed: a reply may carry a secret that is shown once.
  reply_sealed bytea not null,
  created_at timestamptz not null,
  primary key (scope, environment, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

create table mails (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  -- Sealed: mails carry links that open accounts.
  body_sealed bytea not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  sent_at timestamptz,
  last_error text,
  created_at timestamptz not null
);
create index mails_owed on mails (next_attempt_at) where next_attempt_at is not null;
