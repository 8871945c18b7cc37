-- Phones of the simulated network that somebody holds in a browser. While one is held, payments to its number wait for that
-- person instead of playing by themselves; see decision 39. What a phone is told is kept beside it.

create table network_handsets (
  -- Whose payments ring here: those of one merchant's sandbox. Null where everybody may see everything: all of them, live too.
  merchant_id uuid,
  phone text not null,
  -- A page that is open moves it ahead again and again; when it was closed, the number is let go by itself.
  held_until timestamptz not null,
  -- Whether payments wait for its owner. Otherwise they play as the number says, and are only shown.
  answers boolean not null,
  -- Whether codes wait to be scanned: its camera is open.
  scans boolean not null,
  -- Prompts from before do not reach it any more; null while it has no signal.
  reachable_since timestamptz,
  is_slow boolean not null,
  balance bigint not null check (balance >= 0)
);
create unique index network_handsets_by_phone on network_handsets (phone, merchant_id) nulls not distinct;
create index network_handsets_by_end on network_handsets (held_until);

-- What the network told a phone that was held. Facts, not sentences: each page says them in its own language.
create table network_messages (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  merchant_id uuid not null,
  phone text not null,
  kind text not null check (kind in ('paid', 'reversed', 'failed', 'received', 'taken_back')),
  -- Why it failed.
  reason text,
  reference text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  -- Who is paid, or for whom money came.
  party text not null,
  -- What was left on the phone after it.
  balance bigint not null,
  created_at timestamptz not null
);
create index network_messages_of_phone on network_messages (phone, id);
create index network_messages_by_age on network_messages (created_at);
