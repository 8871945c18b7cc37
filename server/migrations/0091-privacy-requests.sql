-- What merchants are asked by the people in their books: what is kept of me, correct it, erase it. The row itself names somebody until it is
-- carried out, and may therefore change.
create table privacy_requests (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  environment text not null check (environment in ('live', 'sandbox')),
  kind text not null check (kind in ('export', 'correct', 'erase')),
  status text not null check (status in ('OPEN', 'DONE', 'REFUSED', 'SCHEDULED')),
  -- Who it is about; null when they were erased.
  phone text,
  email text,
  -- One that was paid out to.
  account text,
  customer_id uuid,
  -- Who that is, as it was found when it was begun: saved customers lead to more than was named, until they are erased.
  numbers text[],
  emails text[],
  customer_ids uuid[],
  -- What is to stand there instead.
  new_name text,
  new_phone text,
  new_email text,
  refused_because text check (refused_because in ('payments_under_way', 'nothing_found')),
  -- How many rows it is about, counted as they are gone through.
  customers integer not null default 0,
  collections integer not null default 0,
  payouts integer not null default 0,
  invoices integer not null default 0,
  -- When the newest of their payments was made, and the day on which its fields end.
  newest_at timestamptz,
  erases_on date,
  -- How far whoever carries it out has come.
  stage text not null default 'begin',
  last_id uuid,
  due_at timestamptz,
  lease integer not null default 0,
  -- What is erased at the end was made before.
  worked_at timestamptz,
  asked_by uuid not null references users,
  created_at timestamptz not null,
  done_at timestamptz,
  constraint privacy_requests_are_about_somebody check (status in ('DONE', 'REFUSED')
    or coalesce(phone, email, account, customer_id::text) is not null),
  constraint privacy_requests_end check ((status in ('DONE', 'REFUSED')) = (done_at is not null)
    and (status in ('DONE', 'REFUSED')) = (due_at is null) and (status = 'REFUSED') = (refused_because is not null)
    and (status <> 'SCHEDULED' or (kind = 'erase' and erases_on is not null)))
);
create index privacy_requests_of_merchant on privacy_requests (merchant_id, environment, id desc);
create index privacy_requests_by_status on privacy_requests (merchant_id, environment, status, id desc);
create index privacy_requests_due on privacy_requests (due_at) where due_at is not null;
