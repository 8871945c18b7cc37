-- A payment link is an address that a merchant sends around, and whoever opens it may pay. Live and sandbox apart.

create table payment_links (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  environment text not null check (environment in ('live', 'sandbox')),
  -- What its address ends with: 128 random bits, in small letters and digits so that it survives being read out and shared.
  token text not null unique,
  -- Null where the customer chooses.
  amount bigint check (amount > 0),
  min_amount bigint check (min_amount > 0),
  max_amount bigint check (max_amount >= coalesce(min_amount, 1)),
  currency text not null,
  description text,
  methods text[] not null check (cardinality(methods) > 0),
  single_use boolean not null,
  -- Whether the merchant wants it so.
  is_closed boolean not null default false,
  expires_at timestamptz,
  -- Whose time is over is expired at once for everybody who reads it; that it is written here a little later makes lists short.
  is_over boolean not null default false,
  -- Not a foreign key: an invoice and its link name each other.
  invoice_id uuid,
  -- How many collections have paid it and were not reversed.
  paid_count integer not null default 0 check (paid_count >= 0),
  -- The collection that pays a link which can be paid once. Not a foreign key, as everywhere: payments must not wait for it.
  paid_by uuid,
  -- For lists. Nobody writes it, so it can contradict nothing.
  status text not null generated always as (case when paid_by is not null then 'PAID' when is_closed then 'INACTIVE'
    when is_over then 'EXPIRED' else 'ACTIVE' end) stored,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (amount is null or num_nonnulls(min_amount, max_amount) = 0),
  check (paid_by is null or single_use and paid_count > 0)
);
create index payment_links_of_merchant on payment_links (merchant_id, environment, id desc);
create index payment_links_by_status on payment_links (merchant_id, environment, status, id desc);
-- Those whose end is still to come, or has come and is not written yet.
create index payment_links_by_end on payment_links (expires_at) where status = 'ACTIVE' and expires_at is not null;
create unique index payment_links_of_invoice on payment_links (invoice_id) where invoice_id is not null;

-- What is due once and was paid by two is for a person, and both payments are booked. Not validated: it asks less than before.
alter table discrepancies
  drop constraint discrepancies_kind_check,
  add constraint discrepancies_kind_check check (kind in ('success_after_failure', 'failure_after_success',
    'other_amount', 'other_currency', 'success_before_request', 'reversal_after_failure', 'unknown_reference',
    'another_try_paid', 'paid_twice')) not valid;

-- What the payer of a link reads the state of the payment with.
alter table collections add column public_token text;
