-- What Super Admins should look at, one row for each cause while it lasts: whoever finds it again makes no second one, and it is over by
-- itself when its cause is gone.
create table alerts (
  id uuid primary key,
  kind text not null,
  -- What it is about among those of its kind: a provider, a merchant, a check; `live` where there is only one.
  subject text not null,
  merchant_id uuid references merchants,
  title text not null,
  text text not null,
  count integer not null check (count > 0),
  -- Since when the oldest has waited, and when the newest came: who has read it before that has not read it.
  since timestamptz not null,
  last_at timestamptz not null,
  raised_at timestamptz not null,
  mailed_at timestamptz,
  resolved_at timestamptz,
  -- Open ones first, the newest first among them. Compared byte by byte, as the ids are.
  place text collate "C" not null
    generated always as (case when resolved_at is null then '1' else '0' end || id::text) stored
);
create unique index alerts_open on alerts (kind, subject) where resolved_at is null;
create unique index alerts_by_place on alerts (place);
create index alerts_by_age on alerts (resolved_at) where resolved_at is not null;

create table alert_reads (
  alert_id uuid not null references alerts on delete cascade,
  user_id uuid not null references users on delete cascade,
  read_at timestamptz not null,
  primary key (alert_id, user_id)
);

-- Locked by whoever looks for causes, so that of all processes one does; it remembers when that was, and when mail last left.
create table alert_watch (
  is_only boolean primary key default true check (is_only),
  watched_at timestamptz not null default '-infinity',
  mailed_at timestamptz not null default '-infinity'
);
insert into alert_watch default values;
