-- How collections ended, by the day in Dar es Salaam on which they did, so that a merchant's charts are read from a few rows however
-- many payments there were.

-- What is summed up. Empty where there is no method, network or reason: a part of a key is never null.
create table collection_days (
  merchant_id uuid not null,
  environment text not null check (environment in ('live', 'sandbox')),
  day date not null,
  currency text not null,
  method text not null,
  network text not null,
  status text not null check (status in ('successful', 'failed', 'reversed')),
  failure_code text not null,
  many bigint not null,
  -- Sums of what one payment may be have no limit.
  amount numeric not null,
  fees numeric not null,
  primary key (merchant_id, environment, day, currency, method, network, status, failure_code)
);

-- What is not summed up yet: written with the step that it tells of, and never changed, so that nobody waits for a row that others count in.
create table collection_day_changes (
  merchant_id uuid not null,
  environment text not null check (environment in ('live', 'sandbox')),
  day date not null,
  currency text not null,
  method text not null,
  network text not null,
  status text not null check (status in ('successful', 'failed', 'reversed')),
  failure_code text not null,
  many bigint not null,
  amount numeric not null,
  fees numeric not null
);
create index collection_day_changes_of_merchant on collection_day_changes (merchant_id, environment);

-- When all collections are to be counted anew: at once where there were some before anybody kept count, and when versions that keep none
-- have had a day to end.
create table collection_day_recounts (
  is_only boolean primary key default true check (is_only),
  due timestamptz[] not null
);
insert into collection_day_recounts (due)
select case when exists (select from installation) then array[now(), now() + interval '1 day'] else '{}' end;
