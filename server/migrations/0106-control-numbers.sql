-- Numbers that payers type into the menu for bills, and what was paid for them. See decision 76.
create table control_numbers (
  id uuid primary key,
  -- Neither this nor the other ids are foreign keys: making them would hold up whoever writes those tables.
  merchant_id uuid not null,
  environment text not null check (environment in ('live', 'sandbox')),
  -- Digits of which the last checks the others. Never used again, whatever becomes of it.
  number text not null check (number ~ '^[0-9]{13}$'),
  kind text not null check (kind in ('ORDER', 'CUSTOMER')),
  payment_mode text not null check (payment_mode in ('EXACT', 'PART', 'ANY')),
  status text not null constraint control_numbers_status_check check (status in ('ACTIVE', 'PAID', 'EXPIRED', 'CANCELLED')),
  amount bigint check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  description text,
  merchant_reference text,
  customer_id uuid,
  invoice_id uuid,
  -- Who carries what is paid for it, for ever: at whose counters it can be paid.
  provider text not null,
  paid_count integer not null check (paid_count >= 0),
  paid_amount bigint not null check (paid_amount >= 0),
  -- How many rows of history there are.
  moves integer not null,
  expires_at timestamptz,
  paid_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint control_numbers_say_how_much check (payment_mode = 'ANY' or amount is not null),
  constraint only_orders_end_by_payment check (status <> 'PAID' or kind = 'ORDER'),
  constraint invoices_are_orders check (invoice_id is null or kind = 'ORDER'),
  constraint control_numbers_are_paid_at_some_time check ((status = 'PAID') = (paid_at is not null)),
  constraint control_numbers_are_cancelled_at_some_time check ((status = 'CANCELLED') = (cancelled_at is not null))
);
create unique index control_numbers_once on control_numbers (environment, number);
create index control_numbers_of_merchant on control_numbers (merchant_id, environment, id);
create index control_numbers_by_status on control_numbers (merchant_id, environment, status, id);
create index control_numbers_of_customer on control_numbers (merchant_id, environment, customer_id, id) where customer_id is not null;
create index control_numbers_by_reference on control_numbers (merchant_id, environment, merchant_reference, id)
  where merchant_reference is not null;
create index control_numbers_of_invoice on control_numbers (invoice_id, id) where invoice_id is not null;
create index control_numbers_that_end on control_numbers (expires_at) where status = 'ACTIVE' and expires_at is not null;

create table control_number_history (
  merchant_id uuid not null,
  control_number_id uuid not null,
  seq integer not null check (seq > 0),
  from_status text,
  to_status text not null,
  mover text not null constraint control_number_history_mover_check check (mover in ('merchant', 'payment', 'invoice', 'expiry')),
  event text,
  at timestamptz not null,
  primary key (control_number_id, seq)
);
create trigger control_number_history_is_append_only before update or delete on control_number_history
  for each row execute function refuse_change();

-- What providers said was paid for a number, once for each receipt of theirs: whoever writes the row first acts.
create table bill_payments (
  provider text not null,
  receipt text not null,
  environment text not null check (environment in ('live', 'sandbox')),
  number text not null,
  -- Null where nobody has this number: the money is then owed to its payer in the operator's book.
  control_number_id uuid,
  collection_id uuid,
  -- What is said of the number at the moment at which the money is taken in.
  answer text not null check (answer in ('payable', 'unknown', 'closed', 'too_low', 'too_high')),
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Of money for nobody: when the provider had returned it by itself.
  returned_at timestamptz,
  at timestamptz not null,
  primary key (provider, receipt),
  check ((control_number_id is null) = (answer = 'unknown') and (collection_id is null) = (answer = 'unknown'))
);
