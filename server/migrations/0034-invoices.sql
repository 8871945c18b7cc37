-- What merchants bill their customers for.

-- How far the numbers of a merchant have come. The row is locked from the moment a number is taken until the invoice is there:
-- what is rolled back gives its number back, and nobody sees a gap.
create table invoice_numbers (
  merchant_id uuid not null references merchants,
  environment text not null check (environment in ('live', 'sandbox')),
  last bigint not null check (last > 0),
  primary key (merchant_id, environment)
);

create table invoices (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  environment text not null check (environment in ('live', 'sandbox')),
  number bigint not null check (number > 0),
  -- What the address of its page ends with: 128 random bits.
  token text not null,
  -- Overdue is not among them: it is what a sent one is called when its day is over.
  status text not null check (status in ('DRAFT', 'SENT', 'PAID', 'VOID')),
  customer_name text not null,
  customer_phone text not null,
  customer_email text,
  -- Quantities, prices and taxes as they were written. What they come to is kept beside, and never changes with the code.
  items json not null,
  subtotal bigint not null check (subtotal > 0),
  tax bigint not null check (tax >= 0),
  total bigint not null check (total = subtotal + tax),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  due_date date not null,
  notes text,
  payment_link_id uuid,
  -- The collection that pays it. Null again when that one is taken back and no other pays.
  paid_by uuid,
  -- How often it was sent on the last day on which it was: nobody is written to without end.
  sent_on date,
  sends integer not null default 0,
  sent_at timestamptz,
  paid_at timestamptz,
  voided_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint invoices_are_paid_by_something check ((status = 'PAID') = (paid_by is not null)
    and (paid_by is null) = (paid_at is null)),
  constraint invoices_are_numbered_once unique (merchant_id, environment, number)
);
create unique index invoices_by_token on invoices (token);
create index invoices_of_merchant on invoices (merchant_id, environment, id);
create index invoices_by_status on invoices (merchant_id, environment, status, id);
-- Which of those that were sent are overdue changes at midnight, without anybody writing it down.
create index invoices_by_due_date on invoices (merchant_id, environment, due_date, id) where status = 'SENT';
-- A payment pays one thing once.
create unique index invoices_by_payment on invoices (paid_by) where paid_by is not null;

-- What comes for a void invoice is for a person, and booked all the same. Not validated: it asks less than before.
alter table discrepancies
  drop constraint discrepancies_kind_check,
  add constraint discrepancies_kind_check check (kind in ('success_after_failure', 'failure_after_success',
    'other_amount', 'other_currency', 'success_before_request', 'reversal_after_failure', 'unknown_reference',
    'another_try_paid', 'paid_twice', 'paid_after_void')) not valid;
