-- No word of a provider is lost: what it said is kept beside what it spoke of, what cannot be carried out yet is tried
-- again, and what cannot be matched or carried out at all waits for a person.

-- A contradiction may be about a withdrawal, or about nothing that we know. Constraints are not validated: what they ask of
-- older rows is less than what the ones before asked.
alter table discrepancies
  alter column merchant_id drop not null,
  alter column collection_id drop not null,
  add column withdrawal_id uuid,
  -- Who said it and of what, where nothing of ours has that name.
  add column provider text,
  add column reference text,
  drop constraint discrepancies_kind_check,
  add constraint discrepancies_kind_check check (kind in ('success_after_failure', 'failure_after_success',
    'other_amount', 'other_currency', 'success_before_request', 'reversal_after_failure', 'unknown_reference')) not valid,
  add constraint discrepancies_are_about_one_thing check (case when kind = 'unknown_reference'
    then num_nonnulls(merchant_id, collection_id, withdrawal_id) = 0 and num_nulls(provider, reference) = 0
    else merchant_id is not null and num_nonnulls(collection_id, withdrawal_id) = 1 end) not valid;
-- The same contradiction told twice is one, here as well, while nobody has decided about it. Told again after that, it may
-- have come true in the meantime, and somebody decides again.
create unique index discrepancies_of_withdrawals on discrepancies (withdrawal_id, kind, theirs)
  where withdrawal_id is not null and status = 'open';
create index discrepancies_about_withdrawals on discrepancies (withdrawal_id, id) where withdrawal_id is not null;
create unique index discrepancies_of_nothing_known on discrepancies (provider, reference, theirs)
  where kind = 'unknown_reference';

-- What providers said and what moved nothing; a word that moved something is in the history. Told again it is counted, so
-- that there are as many rows as there are different words.
create table provider_words (
  id uuid primary key,
  about text not null check (about in ('collection', 'disbursement')),
  subject_id uuid not null,
  -- What was ours when it was said.
  status text not null,
  source text not null check (source in ('reply', 'callback', 'look_up')),
  kind text not null check (kind in ('pending', 'succeeded', 'failed', 'reversed', 'unknown', 'blocked', 'never_seen')),
  -- In plain words that do not depend on how it was told.
  told text not null,
  provider_payment_status text,
  note text,
  times integer not null check (times > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  unique (subject_id, status, kind, told)
);

-- Whom to ask about what once more: because somebody who cannot prove it says that there is news, or because a person or
-- the time has ended it and the provider may think otherwise. One row for each payment, however many say so.
create table due_look_ups (
  subject_id uuid primary key,
  about text not null check (about in ('collection', 'disbursement')),
  environment text not null check (environment in ('live', 'sandbox')),
  provider text not null,
  -- Null: it was asked, and is remembered only until somebody may make us ask again.
  due_at timestamptz,
  asked_at timestamptz,
  -- Until then it is asked again and again, slowly.
  watched_until timestamptz,
  attempts integer not null default 0,
  lease integer not null default 0
);
create index due_look_ups_due on due_look_ups (due_at) where due_at is not null;

-- What cannot be carried out however often it is tried. It stays until a person has settled it.
create table dead_letters (
  -- That of the callback.
  id uuid primary key,
  environment text not null check (environment in ('live', 'sandbox')),
  provider text not null,
  at_interface boolean not null,
  headers json not null,
  body bytea not null,
  received_at timestamptz not null,
  attempts integer not null,
  fault text not null,
  status text not null check (status in ('open', 'settled')),
  action text check (action in ('retry', 'dismiss')),
  note text,
  settled_by uuid references users,
  created_at timestamptz not null,
  settled_at timestamptz,
  check ((status = 'settled') = (action is not null))
);
create index dead_letters_by_status on dead_letters (environment, status, id desc);
create index dead_letters_by_provider on dead_letters (environment, provider, id desc);

-- What nobody has proven: anybody can send it, so there is room for so much of it for each provider, and no more.
create table unproven_callbacks (
  provider text not null,
  slot integer not null check (slot between 0 and 199),
  headers json not null,
  -- The beginning.
  body bytea not null,
  bytes integer not null,
  received_at timestamptz not null,
  primary key (provider, slot)
);
create sequence unproven_callbacks_slot minvalue 0 maxvalue 199 cycle;

-- The inbox of what is proven: a queue with leases, and a record of thirty days. Until now it also kept what was not.
alter table provider_callbacks rename to provider_callbacks_open;
drop index provider_callbacks_by_age;
alter table provider_callbacks_open
  -- Whether the signature held when it came. Who looks at it later may have no means any more.
  add column is_proven boolean not null default false,
  -- When somebody has to take it up again; a lease as long as somebody has.
  add column due_at timestamptz,
  add column lease integer not null default 0,
  add column attempts integer not null default 0,
  -- Why it could not be carried out yet.
  add column fault text;
-- By the time that ids begin with, so that what is old goes at once and whole.
create table provider_callbacks (like provider_callbacks_open including all) partition by range (id);
alter table provider_callbacks attach partition provider_callbacks_open for values from (minvalue) to (maxvalue);
