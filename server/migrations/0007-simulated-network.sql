-- A payment network of our own making, for the sandbox and for installations that have no provider yet. It stands for
-- a system elsewhere: it shares no row with our books, outlives our crashes, and serves several processes at once.

create table network_payments (
  reference text primary key,
  -- For walking lists; the reference is the caller's and sorts by nothing.
  id uuid not null,
  environment text not null check (environment in ('live', 'sandbox')),
  merchant_id uuid not null,
  merchant_name text not null,
  method text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  phone text,
  state text not null check (state in ('waiting', 'paid', 'declined', 'expired', 'reversed')),
  -- What happens by itself; null when the handset decides, or nobody.
  ending text check (ending in ('approve', 'decline', 'insufficient_funds', 'wrong_pin', 'refuse', 'hold', 'reverse',
    'other_amount', 'chance')),
  -- Asked for in so many words: neither chance nor an empty purse changes it.
  is_exact boolean not null,
  -- What the number of the phone does to the callback.
  mishap text check (mishap in ('lost', 'late', 'twice', 'out_of_order', 'contradicting', 'badly_signed')),
  -- What chance is drawn from, fixed with the payment so that it ends the same way whoever plays it.
  seed text not null,
  draw integer not null,
  failure_rate double precision not null,
  -- When the network acts on it next: plays its ending or lets it expire, whichever is first.
  due_at timestamptz,
  expires_at timestamptz,
  payment_token text,
  qr_payload text,
  paid_amount bigint,
  hold text,
  failure_reason text,
  wrong_pins integer not null default 0,
  created_at timestamptz not null,
  check ((state in ('paid', 'reversed')) = (paid_amount is not null)),
  check ((state in ('declined', 'expired')) = (failure_reason is not null))
);
create index network_payments_due on network_payments (due_at) where due_at is not null;
create index network_payments_prompts on network_payments (merchant_id, environment, id desc) where state = 'waiting';

create table network_subscribers (
  environment text not null check (environment in ('live', 'sandbox')),
  merchant_id uuid not null,
  phone text not null,
  -- Null never runs out.
  balance bigint check (balance >= 0),
  pin text not null check (pin ~ '^[0-9]{4}$'),
  primary key (environment, merchant_id, phone)
);

create table network_callbacks (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  reference text not null,
  -- Kept as it is sent, so that every attempt sends the bytes that were signed.
  body text not null,
  signature text not null,
  -- Null when it was delivered or given up. Whoever takes it moves the time ahead for as long as its lease.
  deliver_at timestamptz,
  delivered_at timestamptz,
  attempts integer not null default 0
);
create index network_callbacks_due on network_callbacks (deliver_at, id) where deliver_at is not null;

-- How the sandbox behaves for a merchant; without a row, as the code says.
create table sandbox_profiles (
  merchant_id uuid primary key references merchants,
  failure_rate double precision not null check (failure_rate between 0 and 1),
  approval_delay_ms integer not null check (approval_delay_ms >= 0),
  random_seed integer check (random_seed >= 0),
  -- How many payments drew from the seed since it was set.
  draws integer not null,
  lost double precision not null check (lost between 0 and 1),
  late double precision not null check (late between 0 and 1),
  twice double precision not null check (twice between 0 and 1),
  out_of_order double precision not null check (out_of_order between 0 and 1),
  contradicting double precision not null check (contradicting between 0 and 1),
  badly_signed double precision not null check (badly_signed between 0 and 1),
  late_by_ms integer not null check (late_by_ms >= 0)
);

-- What would have been sent to people. Nothing ever leaves the sandbox.
create table sandbox_messages (
  id uuid primary key,
  merchant_id uuid not null,
  channel text not null check (channel in ('sms', 'push', 'email')),
  recipient text not null,
  text text not null,
  created_at timestamptz not null
);
create index sandbox_messages_of_merchant on sandbox_messages (merchant_id, id desc);
