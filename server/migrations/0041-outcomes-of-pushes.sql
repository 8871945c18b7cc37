-- How pushes ended lately, by network, so that pages can tell which network is in trouble without looking through payments.

-- Written with the step that each outcome makes, and never changed: many who end at once never wait for one row. A chore sums them up.
-- Without an index, because all of it is read at once and little is there.
create table push_outcomes (
  -- The minute in which they ended.
  minute timestamptz not null,
  environment text not null check (environment in ('live', 'sandbox')),
  provider text not null,
  network text not null,
  succeeded boolean not null,
  -- From the order to its success, to two digits, so that there are few of them; 0 where it failed.
  took_ms integer not null check (took_ms >= 0),
  many bigint not null check (many > 0)
);

-- How long successes took, by the day: what is usual.
create table usual_push_times (
  day date not null,
  environment text not null check (environment in ('live', 'sandbox')),
  provider text not null,
  network text not null,
  took_ms integer not null check (took_ms >= 0),
  many bigint not null check (many > 0),
  primary key (day, environment, provider, network, took_ms)
);
