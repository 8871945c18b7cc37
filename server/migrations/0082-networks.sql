-- How networks stand, in each direction, and what people say they are. See decision 61.

-- Outcomes of payouts are counted beside those of pushes, under names of their own: 'payouts MPESA', 'refunds MPESA'. An older version
-- knows none of these names, and passes over them.
comment on column push_outcomes.network is 'The network of a push by its name; of money that leaves, the direction and the destination code.';
comment on column usual_push_times.network is 'As in push_outcomes.';
comment on column failed_push_counts.network is 'As in push_outcomes.';

-- What each was judged to be last, so that everybody tells the same, and since when. As many rows as there are providers, networks and
-- directions that anything was heard of.
create table network_statuses (
  -- '*' stands for all of them together, which is what strangers are told.
  provider text not null,
  destination_code text not null,
  direction text not null check (direction in ('collections', 'payouts', 'refunds')),
  status text not null check (status in ('up', 'slow', 'down', 'unknown')),
  since timestamptz not null,
  -- Nobody goes by what was judged long ago.
  judged_at timestamptz not null,
  primary key (provider, destination_code, direction)
);

-- What a Super Admin says a network is, whatever was counted; until they take it back, or it ends.
create table network_pins (
  destination_code text not null,
  direction text not null check (direction in ('collections', 'payouts', 'refunds')),
  status text not null check (status in ('up', 'slow', 'down', 'unknown')),
  note text,
  ends_at timestamptz,
  pinned_by uuid not null,
  pinned_at timestamptz not null,
  primary key (destination_code, direction)
);

-- The same in a merchant's sandbox, which has no weather of its own. Each ends by itself.
create table sandbox_networks (
  merchant_id uuid not null,
  destination_code text not null,
  direction text not null check (direction in ('collections', 'payouts', 'refunds')),
  status text not null check (status in ('up', 'slow', 'down', 'unknown')),
  note text,
  ends_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (merchant_id, destination_code, direction)
);
create index sandbox_networks_by_end on sandbox_networks (ends_at);
-- What money that leaves waits for, of all merchants.
create index sandbox_networks_down on sandbox_networks (ends_at) where status = 'down' and direction <> 'collections';
