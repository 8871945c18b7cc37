-- Receipts that a tax authority knows of, for merchants that have switched it on. See decision 75. Nothing here names a payer.

-- What a merchant says of itself. A paid collection looks here whether it owes a receipt.
create table fiscal_settings (
  merchant_id uuid not null references merchants,
  environment text not null check (environment in ('live', 'sandbox')),
  is_enabled boolean not null,
  -- Since when it is; what was paid before owes none.
  enabled_at timestamptz,
  tin text not null,
  vrn text,
  business_name text not null,
  tax_code text not null check (tax_code in ('STANDARD', 'ZERO_RATED', 'EXEMPT')),
  updated_at timestamptz not null,
  primary key (merchant_id, environment),
  check (is_enabled = (enabled_at is not null)),
  check (tax_code <> 'STANDARD' or vrn is not null)
);

-- One for each merchant and environment: receipts leave one after the other, because their numbers have no gaps. Apart from the settings, so
-- that payments read what workers do not write.
create table fiscal_lanes (
  merchant_id uuid not null references merchants,
  environment text not null check (environment in ('live', 'sandbox')),
  -- Who gives the receipts, for ever: numbers are counted there too.
  authority text not null,
  registration text not null check (registration in ('PENDING', 'REGISTERED', 'REFUSED')),
  registration_problem text,
  registration_id text,
  receipt_code text,
  last_number bigint not null default 0 check (last_number >= 0),
  -- The day of the last number. The next is of the same day or a later one, whatever a clock says.
  last_day date,
  closed_through date not null,
  lease integer not null default 0,
  attempts integer not null default 0,
  due_at timestamptz not null,
  primary key (merchant_id, environment),
  check (registration <> 'REGISTERED' or (registration_id is not null and receipt_code is not null))
);

create table fiscal_receipts (
  id uuid primary key,
  collection_id uuid not null unique,
  merchant_id uuid not null,
  environment text not null check (environment in ('live', 'sandbox')),
  amount bigint not null check (amount > 0),
  currency text not null,
  status text not null check (status in ('QUEUED', 'ISSUED', 'FAILED')),
  -- Given before the authority is asked, and the same however often it is asked. Taken back where it refuses.
  number bigint check (number > 0),
  day date,
  day_number bigint check (day_number > 0),
  tax_code text check (tax_code in ('STANDARD', 'ZERO_RATED', 'EXEMPT')),
  tax bigint check (tax >= 0 and tax < amount),
  numbered_at timestamptz,
  attempts integer not null default 0,
  verification_code text,
  verification_url text,
  failure_reason text,
  -- How many events told of it.
  told integer not null default 0,
  queued_at timestamptz not null,
  issued_at timestamptz,
  updated_at timestamptz not null,
  unique (merchant_id, environment, number),
  check (num_nulls(number, day, day_number, tax_code, tax, numbered_at) in (0, 6)),
  check ((status = 'ISSUED') = (issued_at is not null)),
  check (status <> 'ISSUED' or num_nulls(number, verification_code, verification_url) = 0),
  check ((status = 'FAILED') = (failure_reason is not null)),
  check (status <> 'FAILED' or number is null)
);
create index fiscal_receipts_queue on fiscal_receipts (merchant_id, environment, queued_at, id) where status = 'QUEUED';
-- Whatever workers do, one at most is between its number and its answer.
create unique index fiscal_receipts_under_way on fiscal_receipts (merchant_id, environment) where status = 'QUEUED' and number is not null;
create index fiscal_receipts_of_merchant on fiscal_receipts (merchant_id, environment, id);
create index fiscal_receipts_by_status on fiscal_receipts (merchant_id, environment, status, id);
create index fiscal_receipts_by_day on fiscal_receipts (merchant_id, environment, day, id);
create index fiscal_receipts_failed on fiscal_receipts (environment, id) where status = 'FAILED';
create index fiscal_receipts_waiting on fiscal_receipts (environment, id) where status = 'QUEUED';

-- The report that ends a day, called Z. One for each day while it is switched on.
create table fiscal_days (
  id uuid primary key,
  merchant_id uuid not null,
  environment text not null check (environment in ('live', 'sandbox')),
  day date not null,
  status text not null check (status in ('CLOSING', 'CLOSED', 'FAILED')),
  receipts bigint not null check (receipts >= 0),
  first_number bigint,
  last_number bigint,
  amount bigint not null check (amount >= 0),
  tax bigint not null check (tax >= 0),
  currency text not null,
  attempts integer not null default 0,
  report_reference text,
  failure_reason text,
  created_at timestamptz not null,
  closed_at timestamptz,
  unique (merchant_id, environment, day),
  check ((receipts = 0) = (first_number is null) and (first_number is null) = (last_number is null)),
  check (receipts = 0 or last_number - first_number + 1 = receipts),
  check ((status = 'CLOSED') = (closed_at is not null)),
  check ((status = 'FAILED') = (failure_reason is not null))
);
create index fiscal_days_of_merchant on fiscal_days (merchant_id, environment, id);
create index fiscal_days_by_status on fiscal_days (merchant_id, environment, status, id);

-- What the simulated authority of the sandbox knows. It stands for a system elsewhere, and shares no row with ours.
create table simulated_fiscal_devices (
  registration_id text primary key,
  serial text not null unique,
  tin text not null,
  receipt_code text not null,
  last_number bigint not null default 0,
  last_day date,
  asked integer not null default 0
);
create table simulated_fiscal_receipts (
  registration_id text not null references simulated_fiscal_devices,
  number bigint not null,
  content text not null,
  day date not null,
  amount bigint not null,
  verification_code text not null unique,
  is_taken boolean not null,
  asked integer not null,
  created_at timestamptz not null,
  primary key (registration_id, number)
);
create table simulated_fiscal_days (
  registration_id text not null references simulated_fiscal_devices,
  day date not null,
  content text not null,
  asked integer not null,
  created_at timestamptz not null,
  primary key (registration_id, day)
);
