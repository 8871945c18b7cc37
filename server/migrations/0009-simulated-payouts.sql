-- What the simulated network pays out. Like its payments it stands for a system elsewhere and shares no row with our
-- books, so a payout that we lost track of can still be asked for.

create table network_payouts (
  -- The caller's, and the key: the same reference sent twice is one payout.
  reference text primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  merchant_id uuid not null,
  method text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  destination_code text not null,
  identifier text not null,
  recipient_name text not null,
  state text not null check (state in ('accepted', 'paid', 'failed', 'reversed')),
  -- What happens by itself; null when it stays open for ever.
  ending text check (ending in ('pay', 'refuse', 'other_amount', 'reverse', 'chance')),
  -- What the recipient does to the callbacks.
  mishap text check (mishap in ('lost', 'twice', 'contradicting')),
  -- What chance is drawn from, fixed with the payout so that it ends the same way whoever plays it.
  seed text not null,
  draw integer not null,
  failure_rate double precision not null,
  -- When the network acts on it next.
  due_at timestamptz,
  paid_amount bigint,
  reason text,
  created_at timestamptz not null,
  check ((state in ('paid', 'reversed')) = (paid_amount is not null)),
  check ((state = 'failed') = (reason is not null))
);
create index network_payouts_due on network_payouts (due_at) where due_at is not null;

-- Payouts that were sent from an address the network does not talk to. It took nothing in, so they are not payouts; it
-- remembers them only to let the second attempt through, as if an operator had the address allowed meanwhile.
create table network_turned_away (
  reference text primary key,
  turned_away_at timestamptz not null
);
