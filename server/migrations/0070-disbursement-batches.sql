-- Many withdrawals that are asked for, decided and watched as one. A row of a batch is a withdrawal like any other: with charges,
-- state, history and events of its own. Columns may be null or have a default, so that whoever runs the version before goes on.

create table disbursement_batches (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  environment text not null check (environment in ('live', 'sandbox')),
  -- Who asked: a key or a person.
  api_key_id uuid,
  asked_by uuid references users,
  name text not null,
  status text not null check (status in ('PENDING_ADMIN_APPROVAL', 'INFO_REQUESTED', 'PROCESSING', 'PAUSED', 'REJECTED', 'DONE')),
  -- Whether each row needs an approval of its own after that of the batch.
  approve_rows boolean not null,
  -- The batch whose failed rows these are once more.
  retry_of uuid references disbursement_batches,
  currency text not null,
  -- Frozen when it was asked for, as the charges of the rows are.
  row_count integer not null check (row_count between 1 and 5000),
  amount_total bigint not null check (amount_total > 0),
  charges_total bigint not null check (charges_total >= 0),
  -- What whoever approves has seen: the same rows have the same hash.
  content_hash text not null check (content_hash ~ '^[0-9a-f]{64}$'),
  moves integer not null default 1,
  -- When the played operator of the sandbox comes to it.
  due_at timestamptz,
  -- Failures before this time do not stop it any more: somebody let it go on since.
  counts_from timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz
);
create index disbursement_batches_of_merchant on disbursement_batches (merchant_id, environment, id);
create index disbursement_batches_by_status on disbursement_batches (merchant_id, environment, status, id);
create index disbursement_batches_of_all on disbursement_batches (environment, status, id);
create index disbursement_batches_by_content on disbursement_batches (merchant_id, environment, content_hash, id);
create index disbursement_batches_under_way on disbursement_batches (id) where status in ('PROCESSING', 'PAUSED');
create index disbursement_batches_due on disbursement_batches (due_at) where due_at is not null;

create table disbursement_batch_history (
  batch_id uuid not null references disbursement_batches,
  seq integer not null check (seq > 0),
  from_status text,
  to_status text not null,
  source text not null check (source in ('caller', 'merchant', 'super_admin', 'simulated_admin', 'service')),
  by_user uuid references users,
  note text,
  event text,
  at timestamptz not null,
  primary key (batch_id, seq)
);
create trigger disbursement_batch_history_is_append_only before update or delete on disbursement_batch_history
  for each row execute function refuse_change();

-- A first approval of two is about the same rows as the second.
create table disbursement_batch_approvals (
  batch_id uuid not null references disbursement_batches,
  approved_by uuid not null references users,
  except_rows integer[] not null,
  note text,
  at timestamptz not null,
  primary key (batch_id, approved_by)
);

alter table withdrawals
  add column batch_id uuid,
  add column batch_row integer,
  -- The failed withdrawal that this one is once more.
  add column retry_of uuid,
  -- Nobody decides about it alone before its batch is decided, and no queue shows it.
  add column awaits_batch boolean not null default false;

alter table notifications add column batch_id uuid;
