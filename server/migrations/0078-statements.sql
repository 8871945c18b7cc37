-- What a merchant's book says of some days, from one closed day to another. The rows are not copied: a book never changes.
create table statements (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  environment text not null check (environment in ('live', 'sandbox')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  from_day date not null,
  to_day date not null,
  -- Who asked for it first: somebody, or the calendar.
  kind text not null check (kind in ('requested', 'daily', 'monthly')),
  status text not null check (status in ('PREPARING', 'READY')),
  -- The end of the lease of whoever prepares it, or when somebody may.
  due_at timestamptz,
  lease integer not null default 0,
  opening_available bigint,
  opening_reserved bigint,
  opening_held bigint,
  closing_available bigint,
  closing_reserved bigint,
  closing_held bigint,
  -- Null where no row is in it.
  first_seq bigint,
  last_seq bigint,
  -- How many rows of each type and direction there are, and what they sum up to.
  totals json,
  sha256 text,
  created_at timestamptz not null,
  ready_at timestamptz,
  constraint statements_span_some_days check (to_day between from_day and from_day + 30),
  constraint statements_are_ready_when_they_are_whole check ((status = 'READY') = (ready_at is not null)
    and (status = 'READY') = (due_at is null) and (status = 'READY') = (sha256 is not null)
    and (status = 'READY') = (closing_available is not null)),
  -- The same days of the same book are one statement, whoever asks and however often.
  constraint statements_are_made_once unique (merchant_id, environment, currency, from_day, to_day)
);
create index statements_of_merchant on statements (merchant_id, environment, id desc);
create index statements_by_currency on statements (merchant_id, environment, currency, id desc);
create index statements_by_kind on statements (merchant_id, environment, kind, id desc);
create index statements_due on statements (due_at) where due_at is not null;

-- What is ready stays as it is: it may have been sent to a bank.
create function refuse_other_statement() returns trigger language plpgsql as $$
begin
  if old.status = 'READY' then
    raise exception 'statement % is ready, and stays as it is', old.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger statements_stay before update on statements for each row execute function refuse_other_statement();
create trigger statements_are_never_deleted before delete on statements for each row execute function refuse_change();
create trigger statements_are_never_emptied before truncate on statements
  for each statement execute function refuse_change();

-- What comes by itself, and who is told. Without a row both come, and nobody is.
create table statement_schedules (
  merchant_id uuid not null references merchants,
  environment text not null check (environment in ('live', 'sandbox')),
  daily boolean not null,
  monthly boolean not null,
  emails text[] not null,
  changed_at timestamptz not null,
  primary key (merchant_id, environment)
);
