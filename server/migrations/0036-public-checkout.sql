-- Whoever pays by a link has no credentials, may tap twice, and may name somebody else's phone.

-- Whose turn it is to pay by a link, and under which idempotency key. Without foreign keys: payments lock links, and nobody who
-- opens one should wait for that.
create table payment_link_turns (
  link_id uuid not null,
  -- Each payer has a place of their own; of a link that can be paid once there is only one.
  place text not null,
  -- By which way to pay and from which phone: who comes again is the same payer.
  payer text not null,
  key uuid not null,
  at timestamptz not null,
  primary key (link_id, place)
);
create index payment_link_turns_by_age on payment_link_turns using brin (at);

-- When something rang last, and when before that: as many times as are allowed within the window.
create table rings (
  name text primary key,
  times timestamptz[] not null,
  until timestamptz not null
);
create index rings_by_end on rings (until);
