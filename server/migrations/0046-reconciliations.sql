-- Our books held against those of a provider, for one day: by its own list, or by a statement that somebody uploads.
create table reconciliations (
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  provider text not null,
  -- As it stands on a calendar in Dar es Salaam.
  day date not null,
  source text not null check (source in ('list', 'statement')),
  -- What the source tells of: who lists collections only says nothing of payouts by leaving them out.
  covers text[] not null,
  -- Null for those that come by themselves; these name the night in which they do.
  asked_by uuid references users,
  night date,
  status text not null check (status in ('waiting', 'done', 'failed')),
  -- The end of the lease of whoever works on it, or when somebody may.
  due_at timestamptz,
  lease integer not null default 0,
  attempts integer not null default 0,
  -- Why it failed, or has to be tried again.
  problem text,
  lines integer not null default 0,
  matched integer not null default 0,
  missing_there integer not null default 0,
  missing_here integer not null default 0,
  different_amount integer not null default 0,
  different_state integer not null default 0,
  still_open integer not null default 0,
  settled integer not null default 0,
  -- What lies ready for payouts by our books and by the provider's word, in minor units of this currency.
  float_currency text,
  float_booked bigint,
  float_told bigint,
  -- In words, where it cannot be compared or is not known.
  float_note text,
  created_at timestamptz not null,
  finished_at timestamptz,
  check ((status = 'waiting') = (due_at is not null)),
  check ((asked_by is null) = (night is not null))
);
create index reconciliations_by_provider on reconciliations (environment, provider, id desc);
create index reconciliations_by_environment on reconciliations (environment, id desc);
create index reconciliations_by_day on reconciliations (environment, day, id desc);
create index reconciliations_of_a_day on reconciliations (provider, day, id desc);
create index reconciliations_due on reconciliations (due_at) where due_at is not null;
-- Whoever plans a night first has planned it for all processes.
create unique index reconciliations_of_a_night on reconciliations (provider, day, night) where night is not null;

-- What the provider has, line by line, to be compared by the database: there may be more of it than fits anybody's memory.
create table reconciliation_lines (
  reconciliation_id uuid not null references reconciliations on delete cascade,
  line integer not null,
  about text not null check (about in ('collection', 'disbursement')),
  reference text not null,
  -- What of ours the reference leads to; null where it is none of our making.
  subject_id uuid,
  state text not null check (state in ('paid', 'failed', 'reversed', 'open')),
  amount bigint,
  currency text,
  at timestamptz,
  staged_at timestamptz not null,
  primary key (reconciliation_id, line)
);
create index reconciliation_lines_by_subject on reconciliation_lines (reconciliation_id, subject_id);
create index reconciliation_lines_by_time on reconciliation_lines (staged_at);

-- What did not match, and what nobody can tell yet.
create table reconciliation_findings (
  id uuid primary key,
  reconciliation_id uuid not null references reconciliations on delete cascade,
  kind text not null check (kind in ('missing_there', 'missing_here', 'different_amount', 'different_state', 'still_open',
    'settled')),
  about text not null check (about in ('collection', 'disbursement')),
  reference text not null,
  -- A try of a collection, or a withdrawal.
  subject_id uuid,
  merchant_id uuid,
  collection_id uuid,
  withdrawal_id uuid,
  our_state text,
  our_status text,
  our_amount bigint,
  our_currency text,
  their_state text,
  their_amount bigint,
  their_currency text,
  -- What the provider said when it was asked about it during this run.
  said text,
  discrepancy_id uuid
);
create index reconciliation_findings_by_run on reconciliation_findings (reconciliation_id, id desc);
create index reconciliation_findings_by_kind on reconciliation_findings (reconciliation_id, kind, id desc);

-- How to read the statements of a provider, where an operator has said so: as data, like the mappings that come with the house.
create table statement_mappings (
  id uuid primary key,
  provider text not null unique,
  mapping jsonb not null,
  changed_by uuid not null references users,
  changed_at timestamptz not null
);

alter table discrepancies
  -- What whoever found it would do, and why. A person decides.
  add column proposed_action text,
  add column proposed_because text,
  add constraint discrepancies_propose_an_action check (proposed_action in ('accept_provider', 'keep_ours')) not valid,
  drop constraint discrepancies_kind_check,
  add constraint discrepancies_kind_check check (kind in ('success_after_failure', 'failure_after_success',
    'other_amount', 'other_currency', 'success_before_request', 'reversal_after_failure', 'unknown_reference',
    'another_try_paid', 'paid_twice', 'paid_after_void', 'missing_there', 'missing_here', 'different_amount',
    'different_state')) not valid;
