-- Nobody waits for somebody else. What is due is taken lane by lane: a lane is a provider, an environment and a kind of
-- call, and a long queue in one of them is never read to find what is due in another.

create index collections_due_in_lane on collections (environment, provider, (attempts = 0), due_at)
  where due_at is not null;
drop index collections_due;

create index withdrawals_due_in_lane on withdrawals (environment, provider, (case
  when status = 'PENDING_ADMIN_APPROVAL' then 'approve'
  when status = 'PROCESSING' and attempts = 0 then 'send' else 'ask' end), due_at)
  where due_at is not null;
drop index withdrawals_due;

-- Payments of which something was said that could not be carried out, though nothing passing was in the way. They are
-- tried apart from all others, and people see them here. One that has moved since (`moves`) is over.
create table quarantine (
  subject_id uuid primary key,
  about text not null check (about in ('collection', 'withdrawal')),
  merchant_id uuid not null,
  environment text not null check (environment in ('live', 'sandbox')),
  -- How many steps the payment had made then.
  moves integer not null,
  -- What was said, by whom, and why it could not be done, in plain words.
  said text not null,
  source text not null,
  because text not null,
  times integer not null default 1 check (times > 0),
  first_at timestamptz not null,
  last_at timestamptz not null
);
create index quarantine_of_environment on quarantine (environment, subject_id desc);
