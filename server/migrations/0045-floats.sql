-- What lies ready at each provider for live payouts, as it says itself, so that a payout which it could not make is not sent.

create table provider_floats (
  provider text primary key,
  -- Below this somebody should send more. Null: the setting LOW_FLOAT.
  low_at bigint check (low_at >= 0),
  -- Whoever is about to ask says so first, so that one process does.
  asked_at timestamptz,
  -- As it was told last; null while nothing was.
  amount bigint,
  currency text,
  read_at timestamptz,
  -- What was sent that the figure may not know of yet.
  sent bigint not null default 0 check (sent >= 0),
  -- Since when it has been below what was asked for, and since when payouts have had to wait for it.
  low_since timestamptz,
  short_since timestamptz,
  check ((amount is null) = (read_at is null) and (amount is null) = (currency is null))
);
