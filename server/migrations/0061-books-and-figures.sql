-- What Super Admins see of the service itself: how the books stood when they were last checked, who has a second factor since when, and
-- how providers do by figures that are kept.

-- How each check of the books ended last, under the sentence that it is called by.
create table book_checks (
  name text primary key,
  -- Null: it could not be told, and the details say why.
  holds boolean,
  details text,
  took_ms integer not null check (took_ms >= 0),
  checked_at timestamptz not null,
  red_since timestamptz,
  check ((holds is false) = (red_since is not null))
);

-- Of all processes one checks, under a lease that is counted up.
create table book_check_run (
  is_only boolean primary key default true check (is_only),
  lease integer not null default 0,
  lease_until timestamptz,
  began_at timestamptz,
  ended_at timestamptz,
  -- Somebody does not want to wait for the next one.
  asked_at timestamptz,
  asked_by uuid references users
);
insert into book_check_run default values;

-- The library that keeps second factors keeps no time of theirs, so the database does. Of those that are there already nobody knows it.
alter table users add column second_factor_since timestamptz;
create function date_second_factor() returns trigger language plpgsql as $$
begin
  new.second_factor_since := case when new.two_factor_enabled then now() end;
  return new;
end $$;
create trigger second_factors_are_dated before update of two_factor_enabled on users
  for each row when (old.two_factor_enabled is distinct from new.two_factor_enabled)
  execute function date_second_factor();

-- How many pushes failed, by the day, beside how long those took that did not (usual_push_times).
create table failed_push_counts (
  day date not null,
  environment text not null check (environment in ('live', 'sandbox')),
  provider text not null,
  network text not null,
  many bigint not null check (many > 0),
  primary key (day, environment, provider, network)
);

-- How much went wrong between us and each provider, by the minute: of what was said only the last is kept.
create table provider_error_counts (
  minute timestamptz not null,
  provider text not null,
  environment text not null check (environment in ('live', 'sandbox')),
  call text not null,
  many bigint not null check (many > 0),
  primary key (minute, provider, environment, call)
);
