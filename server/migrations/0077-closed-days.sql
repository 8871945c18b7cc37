-- Where the days of a merchant's book end, in the order of the book. The time of a row is that of whoever wrote it, so that rows
-- beside midnight may stand the other way round: a day ends at a place in the order, which is decided once and written here.

-- How far a book is closed. Whoever closes it holds this row, which no posting ever touches.
create table book_closings (
  merchant_id uuid not null references merchants,
  environment text not null check (environment in ('live', 'sandbox')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- From this day on statements are made of it by themselves.
  automatic_from date not null,
  -- To which day it is to be closed, is closed, and what follows a closed day has followed.
  wanted_through date not null,
  closed_through date,
  followed_through date,
  -- The last that belongs to a closed day: in the order of the book, and in the chains of two of its accounts.
  last_seq bigint not null default 0,
  reserved_seq bigint not null default 0,
  held_seq bigint not null default 0,
  -- The end of the lease of whoever works on it, or when somebody may.
  due_at timestamptz not null,
  primary key (merchant_id, environment, currency),
  constraint what_follows_a_day_comes_after_it check (followed_through is null or followed_through <= closed_through)
);
create index book_closings_due on book_closings (due_at)
  where followed_through is null or followed_through < wanted_through;

-- A day on which something moved, and what there was at its end. Days without a row ended as the one before.
create table book_days (
  merchant_id uuid not null,
  environment text not null check (environment in ('live', 'sandbox')),
  currency text not null,
  day date not null,
  first_seq bigint not null check (first_seq > 0),
  -- Below the first where only held money moved, which has no rows.
  last_seq bigint not null check (last_seq >= first_seq - 1),
  reserved_seq bigint not null,
  held_seq bigint not null,
  available bigint not null check (available >= 0),
  reserved bigint not null check (reserved >= 0),
  held bigint not null check (held >= 0),
  closed_at timestamptz not null,
  primary key (merchant_id, environment, currency, day)
);
create trigger book_days_are_append_only before update or delete on book_days
  for each row execute function refuse_change();
create trigger book_days_are_never_emptied before truncate on book_days
  for each statement execute function refuse_change();

-- Which days have been planned for all books, so that one process does it, once.
create table closed_nights (
  day date primary key,
  planned_at timestamptz not null
);

-- What each provider collected for a merchant on a closed day, by network: the rows of that day, added up.
create table settlements (
  id uuid primary key,
  merchant_id uuid not null,
  environment text not null check (environment in ('live', 'sandbox')),
  currency text not null,
  day date not null,
  provider text not null,
  network text not null,
  count integer not null,
  gross bigint not null,
  fees bigint not null,
  refunds bigint not null,
  reversals bigint not null,
  unique (merchant_id, environment, currency, day, provider, network)
);
create index settlements_of_book on settlements (merchant_id, environment, currency, id desc);
create trigger settlements_are_append_only before update or delete on settlements
  for each row execute function refuse_change();
create trigger settlements_are_never_emptied before truncate on settlements
  for each statement execute function refuse_change();
