-- Money in. One collection underneath both families of the interface; its history; what contradicts it; what its provider
-- said of it, in the provider's own bytes; and what the merchant is told of it.

alter table merchants add column hold_threshold bigint check (hold_threshold > 0);

-- A repeated request is answered from what it made, or from a kept reply.
alter table idempotency_keys add column resource_id uuid;
alter table idempotency_keys alter column reply_sealed drop not null;
alter table idempotency_keys add check (resource_id is not null or reply_sealed is not null);
-- Old keys are forgotten in the order of time, and new ones come in that order: a summary of blocks is enough to find
-- them, and costs nothing for each request.
drop index idempotency_keys_by_age;
create index idempotency_keys_by_age on idempotency_keys using brin (created_at);

create table collections (
  id uuid primary key,
  -- Not a foreign key: each request would lock the row of its merchant, and a busy merchant would wait for itself.
  -- Merchants are never deleted, and the one who asks was read with its key.
  merchant_id uuid not null,
  environment text not null check (environment in ('live', 'sandbox')),
  -- The key that asked, if it was one: it may read what it made.
  api_key_id uuid,
  family text not null check (family in ('A', 'B')),
  -- Null until the customer picks one on the hosted page.
  method text check (method in ('USSD_PUSH', 'STK_PUSH', 'PROVIDER_PESA_PUSH', 'DYNAMIC_QR')),
  status text not null
    check (status in ('created', 'processing', 'pending_clearance', 'successful', 'failed', 'reversed')),
  amount bigint not null check (amount > 0),
  currency text not null,
  customer_id uuid references customers,
  customer_name text,
  customer_phone text,
  customer_email text,
  reference text,
  description text,
  payment_link_id uuid,
  invoice_id uuid,
  redirect_url text,
  cancel_url text,
  callback_url text,
  -- What the address of the hosted page ends with.
  page_token text,
  provider text not null,
  -- Ours, made from the id and fixed before the provider is called: it names the payment in every word between us, and
  -- leads back to the id without an index of its own.
  provider_reference text not null,
  provider_payment_status text,
  payment_token text,
  qr_payload text,
  qr_expires_at timestamptz,
  -- What the caller asked the sandbox to play.
  simulate_status text,
  -- How many rows of history there are.
  moves integer not null default 1,
  -- When somebody has to look after it next, null when nobody has to. A worker that takes it moves the time ahead for as
  -- long as its lease, and counts the lease up, so that one who comes back late is known by the number.
  due_at timestamptz,
  lease integer not null default 0,
  attempts integer not null default 0,
  -- When a callback that nobody signed last made us ask.
  hinted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  check ((method is null) = (status = 'created'))
);
create index collections_of_merchant on collections (merchant_id, environment, id desc);
create index collections_by_reference on collections (merchant_id, environment, reference, id desc)
  where reference is not null;
create unique index collections_by_page on collections (page_token) where page_token is not null;
-- The rarer statuses would otherwise be searched for among all the successful ones.
create index collections_not_successful on collections (merchant_id, environment, status, id desc)
  where status <> 'successful';
create index collections_due on collections (due_at) where due_at is not null;
create index collections_awaiting_clearance on collections (environment, id desc) where status = 'pending_clearance';

create table collection_history (
  collection_id uuid not null,
  seq integer not null check (seq > 0),
  from_status text,
  to_status text not null,
  -- Who moved it: the caller, the customer, the provider's reply, callback or look-up, time, a Super Admin.
  source text not null check (source in ('caller', 'customer', 'reply', 'callback', 'look_up', 'expiry', 'super_admin')),
  provider_payment_status text,
  note text,
  at timestamptz not null,
  primary key (collection_id, seq)
);
create trigger collection_history_is_append_only before update or delete on collection_history
  for each row execute function refuse_change();

-- How many collections there are of each kind, as changes that a chore sums up now and then. A list can tell its total
-- without counting a million rows, and nobody waits for a counter.
create table collection_counts (
  merchant_id uuid not null,
  environment text not null,
  method text,
  status text not null,
  change bigint not null
);
create index collection_counts_of_merchant on collection_counts (merchant_id, environment);

-- Where a provider's word contradicts ours. Nothing was changed; a Super Admin settles it.
create table discrepancies (
  id uuid primary key,
  merchant_id uuid not null,
  environment text not null check (environment in ('live', 'sandbox')),
  collection_id uuid not null references collections,
  kind text not null check (kind in ('success_after_failure', 'failure_after_success', 'other_amount', 'other_currency',
    'success_before_request', 'reversal_after_failure')),
  -- What we hold, and what the provider says, in plain words.
  ours text not null,
  theirs text not null,
  status text not null check (status in ('open', 'settled')),
  action text check (action in ('accept_provider', 'keep_ours')),
  note text,
  settled_by uuid references users,
  created_at timestamptz not null,
  settled_at timestamptz,
  check ((status = 'settled') = (action is not null)),
  -- The same contradiction told twice is one.
  unique (collection_id, kind, theirs)
);
create index discrepancies_by_status on discrepancies (environment, status, id desc);

-- What came from providers, byte by byte, kept before anybody tries to understand it.
create table provider_callbacks (
  id uuid primary key,
  headers json not null,
  body bytea not null,
  received_at timestamptz not null,
  -- Filled in when it was understood, or found not to be.
  collection_id uuid,
  outcome text check (outcome in ('applied', 'duplicate', 'ignored', 'discrepancy', 'hint', 'refused')),
  handled_at timestamptz
);
create index provider_callbacks_unhandled on provider_callbacks (id) where handled_at is null;
create index provider_callbacks_by_age on provider_callbacks using brin (received_at);

-- The events that have acted: the same one never acts twice.
create table provider_events (
  merchant_id uuid not null,
  environment text not null check (environment in ('live', 'sandbox')),
  provider text not null,
  event_id text not null,
  at timestamptz not null,
  primary key (merchant_id, environment, provider, event_id)
);

-- What merchants are told. The body is kept as the bytes to be sent, so that every attempt sends the same.
create table events (
  id uuid primary key,
  merchant_id uuid not null,
  environment text not null check (environment in ('live', 'sandbox')),
  type text not null,
  resource_id uuid not null,
  -- The place among the events of the resource; with the resource it makes the event unique.
  sequence integer not null check (sequence > 0),
  body text not null,
  created_at timestamptz not null,
  unique (resource_id, sequence)
);
create index events_of_merchant on events (merchant_id, environment, id desc);
create trigger events_are_append_only before update or delete on events
  for each row execute function refuse_change();
