-- Merchants, the people who act for them, their keys and their customers.

create table merchants (
  id uuid primary key,
  name text not null,
  phone text,
  verification_status text not null check (verification_status in ('unverified', 'pending', 'verified')),
  is_active boolean not null,
  -- Sealed, not hashed: callbacks and webhooks are signed with it, so the service must be able to read it.
  webhook_secret_sealed bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table memberships (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  user_id uuid not null references users,
  role text not null check (role in ('owner', 'admin', 'finance', 'developer', 'viewer')),
  created_at timestamptz not null,
  unique (merchant_id, user_id)
);
create index memberships_of_user on memberships (user_id);

create table invitations (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'admin', 'finance', 'developer', 'viewer')),
  token_hash bytea not null unique,
  invited_by uuid references users,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null
);
-- One open invitation for each address: a second one replaces the first.
create unique index invitations_open on invitations (merchant_id, email) where accepted_at is null and revoked_at is null;

create table api_keys (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  name text not null,
  environment text not null check (environment in ('live', 'sandbox')),
  scopes text[] not null check (cardinality(scopes) > 0),
  -- SHA-256 is enough here: the key holds 178 random bits, so there is nothing to guess.
  key_hash bytea not null unique,
  last_four text not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  created_by uuid references users,
  rotated_from uuid references api_keys,
  created_at timestamptz not null
);
create index api_keys_of_merchant on api_keys (merchant_id, id desc);

create table customers (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  environment text not null check (environment in ('live', 'sandbox')),
  name text not null,
  phone text,
  email text,
  created_at timestamptz not null
);
create index customers_of_merchant on customers (merchant_id, environment, id desc);
