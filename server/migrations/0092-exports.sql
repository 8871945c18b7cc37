-- All that a merchant has here, or what it has of one person, as a file that ends after a day.
create table data_exports (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  environment text not null check (environment in ('live', 'sandbox')),
  -- Null for all of a merchant.
  privacy_request_id uuid references privacy_requests,
  status text not null check (status in ('PREPARING', 'READY', 'EXPIRED')),
  lines bigint,
  bytes bigint,
  sha256 text,
  due_at timestamptz,
  lease integer not null default 0,
  asked_by uuid not null references users,
  created_at timestamptz not null,
  ready_at timestamptz,
  ends_at timestamptz,
  constraint data_exports_are_ready_when_they_are_whole check ((status = 'PREPARING') = (sha256 is null)
    and (status = 'PREPARING') = (ready_at is null) and (status = 'PREPARING') = (ends_at is null))
);
create index data_exports_of_merchant on data_exports (merchant_id, environment, id desc) where privacy_request_id is null;
create unique index data_exports_of_request on data_exports (privacy_request_id) where privacy_request_id is not null;
-- One at a time for each merchant and environment.
create unique index data_exports_under_way on data_exports (merchant_id, environment)
  where status = 'PREPARING' and privacy_request_id is null;
create index data_exports_due on data_exports (due_at) where due_at is not null;
create index data_exports_by_end on data_exports (ends_at) where status = 'READY';

-- The file, packed, in pieces that are read and sent one by one.
create table data_export_parts (
  export_id uuid not null references data_exports,
  number integer not null check (number > 0),
  bytes bytea not null,
  primary key (export_id, number)
);
