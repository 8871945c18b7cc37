-- What payments are looked at for, as Super Admins say it. See decision 77.

-- Every version is kept: hits name theirs. A rule is `off`, never gone.
create table risk_rules (
  id uuid not null,
  version integer not null check (version > 0),
  is_current boolean not null,
  -- Of those that come with the service: which one it is.
  ships text check (ships in ('self_payment', 'hold_threshold')),
  name text not null,
  applies_to text not null check (applies_to in ('collections', 'payouts')),
  merchant_id uuid references merchants,
  condition jsonb not null,
  action text not null check (action in ('allow', 'block', 'review')),
  mode text not null check (mode in ('on', 'watch', 'off')),
  changed_by uuid,
  changed_at timestamptz not null,
  primary key (id, version)
);
create unique index risk_rules_current on risk_rules (id) where is_current;
create index risk_rules_of_merchant on risk_rules (merchant_id, id) where is_current;

-- One row: counts changes, so that processes read the rules when there is something new; and what is asked of money that has come.
create table risk_state (
  only_one boolean primary key default true check (only_one),
  version bigint not null
);
insert into risk_state (version) values (1);

-- What the service has always held, now as rules that can be seen, tried and switched.
insert into risk_rules (id, version, is_current, ships, name, applies_to, condition, action, mode, changed_at) values
  ('00000000-0000-7000-8000-000000000001', 1, true, 'self_payment', 'self-payment', 'collections',
    '{"field": "self_payment", "is": "equals", "value": "true"}', 'review', 'on', now()),
  ('00000000-0000-7000-8000-000000000002', 1, true, 'hold_threshold', 'over the hold threshold', 'collections',
    '{"field": "amount", "is": "more_than", "value": "hold_threshold"}', 'review', 'on', now());

-- What a rule has met: which version, what it knew, and one sentence. It names nobody: the payment does, until its people are erased.
create table risk_hits (
  id uuid primary key,
  at timestamptz not null,
  environment text not null check (environment in ('live', 'sandbox')),
  merchant_id uuid not null references merchants,
  rule_id uuid not null,
  rule_version integer not null,
  action text not null,
  outcome text not null check (outcome in ('allowed', 'blocked', 'held', 'watched')),
  kind text not null check (kind in ('collection', 'withdrawal')),
  payment_id uuid check ((payment_id is null) = (outcome = 'blocked') or outcome = 'watched'),
  amount bigint not null,
  currency text not null,
  sentence text not null,
  facts jsonb not null,
  foreign key (rule_id, rule_version) references risk_rules (id, version)
);
create index risk_hits_by_time on risk_hits (at);
create index risk_hits_of_all on risk_hits (environment, id);
create index risk_hits_by_outcome on risk_hits (environment, outcome, id);
create index risk_hits_of_rule on risk_hits (environment, rule_id, outcome, id);
create index risk_hits_of_merchant on risk_hits (environment, merchant_id, outcome, id);
create index risk_hits_of_payment on risk_hits (environment, payment_id, id) where payment_id is not null;

-- Numbers that rules ask for. A row that may change and go, at the latest when payments of its age forget their people: nothing that is
-- kept for ever repeats what it says.
create table risk_list_entries (
  id uuid primary key,
  list text not null check (list ~ '^[a-z0-9-]{1,40}$'),
  value text not null,
  note text,
  added_by uuid not null,
  added_at timestamptz not null
);
create unique index risk_list_entries_by_value on risk_list_entries (value, list);
create index risk_list_entries_of_list on risk_list_entries (list, id);
create index risk_list_entries_by_time on risk_list_entries (added_at);

-- A rule tried on the past.
create table risk_simulations (
  id uuid primary key,
  rule_id uuid not null,
  rule_version integer not null,
  environment text not null,
  asked_by uuid not null,
  created_at timestamptz not null,
  completed_at timestamptz,
  due_at timestamptz,
  lease integer not null default 0,
  result jsonb,
  foreign key (rule_id, rule_version) references risk_rules (id, version),
  check ((completed_at is null) = (result is null))
);
create index risk_simulations_due on risk_simulations (due_at) where due_at is not null;
create index risk_simulations_by_time on risk_simulations (created_at);
