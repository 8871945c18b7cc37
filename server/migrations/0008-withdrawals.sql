-- Money out. What it costs, who asked for it, who allowed it, what the provider said, and what the merchant was told.

-- A rule is never changed: a new version follows it, so that a frozen charge can always be explained.
create table pricing_rules (
  id uuid primary key,
  -- Null: for every merchant that has no rule of its own.
  merchant_id uuid references merchants,
  channel text not null check (channel in ('MOBILE_MONEY', 'BANK_ACCOUNT', 'PROVIDER_PESA', 'COLLECTION')),
  version integer not null check (version > 0),
  label text not null,
  -- Parts of a million: 1.5 % is 15000.
  percentage integer not null check (percentage between 0 and 1000000),
  flat_fee bigint not null check (flat_fee >= 0),
  processor_charge bigint not null check (processor_charge >= 0),
  -- Charges by size of the payment, smallest first, instead of the one above.
  processor_tiers json,
  processor_fee_pass_through boolean not null,
  effective_from timestamptz not null,
  set_by uuid references users,
  created_at timestamptz not null,
  unique nulls not distinct (merchant_id, channel, version)
);
create index pricing_rules_in_force on pricing_rules (merchant_id, channel, effective_from desc, version desc);

insert into pricing_rules (id, channel, version, label, percentage, flat_fee, processor_charge,
  processor_fee_pass_through, effective_from, created_at)
values
  ('00000000-0000-7000-8000-000000000001', 'MOBILE_MONEY', 1, 'Standard', 10000, 0, 0, true, '-infinity', '2026-01-01Z'),
  ('00000000-0000-7000-8000-000000000002', 'BANK_ACCOUNT', 1, 'Standard', 10000, 0, 0, true, '-infinity', '2026-01-01Z'),
  ('00000000-0000-7000-8000-000000000003', 'PROVIDER_PESA', 1, 'Standard', 10000, 0, 0, true, '-infinity', '2026-01-01Z'),
  ('00000000-0000-7000-8000-000000000004', 'COLLECTION', 1, 'Standard', 0, 0, 0, true, '-infinity', '2026-01-01Z');

create trigger pricing_rules_are_never_changed before update or delete on pricing_rules
  for each row execute function refuse_change();

create table withdrawals (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  environment text not null check (environment in ('live', 'sandbox')),
  -- Who asked: a key or a person.
  api_key_id uuid,
  asked_by uuid references users,
  method text not null check (method in ('MOBILE_MONEY', 'BANK_ACCOUNT', 'PROVIDER_PESA')),
  status text not null check (status in ('PENDING_ADMIN_APPROVAL', 'INFO_REQUESTED', 'PROCESSING', 'SUCCESS', 'FAILED',
    'REJECTED', 'NEEDS_ADMIN_ATTENTION', 'NEEDS_RECONCILIATION', 'BLOCKED_IP_WHITELIST', 'REVERSED')),
  amount bigint not null check (amount > 0),
  currency text not null,
  destination_code text not null,
  destination_name text not null,
  destination_identifier text not null,
  bank_name text,
  bank_account_name text,
  -- Frozen when it was asked for; the rule that made them is kept beside them.
  pricing_rule_id uuid not null references pricing_rules,
  percentage_fee bigint not null check (percentage_fee >= 0),
  flat_fee bigint not null check (flat_fee >= 0),
  processor_charge bigint not null check (processor_charge >= 0),
  processor_fee_pass_through boolean not null,
  total_charges bigint not null,
  total_reserved bigint not null,
  provider text not null,
  -- Ours, fixed before the first call and never changed; shown once it was sent.
  provider_reference text not null,
  sent_at timestamptz,
  provider_payment_status text,
  failure_reason text,
  moves integer not null default 1,
  due_at timestamptz,
  lease integer not null default 0,
  attempts integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  check (total_charges = percentage_fee + flat_fee + case when processor_fee_pass_through then processor_charge else 0 end),
  check (total_reserved = amount + total_charges)
);
create index withdrawals_of_merchant on withdrawals (merchant_id, environment, id desc);
create index withdrawals_by_status on withdrawals (environment, status, id desc);
create index withdrawals_due on withdrawals (due_at) where due_at is not null;

create table withdrawal_history (
  withdrawal_id uuid not null,
  seq integer not null check (seq > 0),
  from_status text,
  to_status text not null,
  source text not null check (source in ('caller', 'merchant', 'super_admin', 'simulated_admin', 'reply', 'callback', 'look_up')),
  by_user uuid references users,
  provider_payment_status text,
  note text,
  at timestamptz not null,
  primary key (withdrawal_id, seq)
);
create trigger withdrawal_history_is_append_only before update or delete on withdrawal_history
  for each row execute function refuse_change();

-- A first approval of two: the second one, by somebody else, sends it.
create table withdrawal_approvals (
  withdrawal_id uuid not null references withdrawals,
  approved_by uuid not null references users,
  note text,
  at timestamptz not null,
  primary key (withdrawal_id, approved_by)
);

-- What went to the provider and what came back, with secrets masked: support asks for it.
create table provider_exchanges (
  id uuid primary key,
  withdrawal_id uuid not null references withdrawals,
  kind text not null check (kind in ('pay_out', 'look_up', 'callback')),
  request json not null,
  response json not null,
  at timestamptz not null
);
create index provider_exchanges_of_withdrawal on provider_exchanges (withdrawal_id, id);

create table notifications (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  environment text not null check (environment in ('live', 'sandbox')),
  kind text not null,
  title text not null,
  text text not null,
  withdrawal_id uuid,
  read_at timestamptz,
  created_at timestamptz not null
);
create index notifications_of_merchant on notifications (merchant_id, environment, id desc);
create index notifications_unread on notifications (merchant_id, environment, id desc) where read_at is null;
