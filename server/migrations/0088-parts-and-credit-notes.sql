-- Invoices can be paid in parts, and what is billed can be taken back by credit notes. See decision 68.

alter table invoices
  add column allow_part_payment boolean not null default false,
  -- The least that a part may be; the last one may be less.
  add column minimum_payment bigint,
  -- What its payments come to, less what was given back of them. Null where only versions that know no parts have moved it:
  -- then it is all or nothing, and its state tells which.
  add column amount_paid bigint,
  -- What its credit notes come to.
  add column amount_credited bigint not null default 0,
  -- Counted up by whoever knows of parts, with every step: the places of its events.
  add column moves integer not null default 0,
  drop constraint invoices_status_check,
  add constraint invoices_status_check check (status in ('DRAFT', 'SENT', 'PARTIALLY_PAID', 'PAID', 'CREDITED', 'VOID')) not valid,
  add constraint invoices_have_sane_parts check (minimum_payment is null or minimum_payment > 0 and allow_part_payment) not valid,
  add constraint invoices_are_credited_for_what_they_bill check (amount_credited between 0 and total and amount_paid >= 0) not valid;

-- What became of each invoice since there are parts, step by step, with what was told of it. A step that is told twice has two places.
create table invoice_history (
  invoice_id uuid not null,
  seq integer not null,
  from_status text not null,
  to_status text not null,
  mover text not null,
  event text,
  amount_paid bigint,
  amount_credited bigint not null,
  at timestamptz not null,
  primary key (invoice_id, seq)
);

-- How far the numbers of credit notes have come, as those of invoices (decision 33).
create table credit_note_numbers (
  merchant_id uuid not null references merchants,
  environment text not null check (environment in ('live', 'sandbox')),
  last bigint not null check (last > 0),
  primary key (merchant_id, environment)
);

create table credit_notes (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  environment text not null check (environment in ('live', 'sandbox')),
  number bigint not null check (number > 0),
  invoice_id uuid not null references invoices,
  -- The refund that was paid, where one issued it.
  refund_id uuid,
  reason text not null,
  -- Null where only an amount was said.
  items json,
  amount bigint not null check (amount > 0),
  -- What of it is tax.
  tax bigint not null check (tax between 0 and amount),
  -- What of it was not due any more: paid before, and given back by its refund or outside.
  given_back bigint not null check (given_back between 0 and amount),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz not null,
  constraint credit_notes_are_numbered_once unique (merchant_id, environment, number)
);
create index credit_notes_of_invoice on credit_notes (invoice_id, id);
-- A refund is credited once.
create unique index credit_notes_of_refund on credit_notes (refund_id) where refund_id is not null;

alter table collections
  -- What credit notes say was given back of a payment outside: it is not refunded again.
  add column credited bigint,
  -- What was refunded of a payment and is counted by its invoice. What was refunded before, or by an older version, is not.
  add column refunds_reckoned bigint,
  add constraint credits_are_counted check (credited >= 0 and refunds_reckoned >= 0) not valid;

alter table withdrawals
  -- Whether a refund of a payment for an invoice credits it, or opens it again.
  add column credit_note boolean not null default true,
  -- Whether the invoice counts it.
  add column reckoned boolean not null default false;

-- The link of an invoice that is paid in parts is paid by many, and is paid once its invoice is.
alter table payment_links
  drop constraint payment_links_check2,
  add constraint payment_links_are_paid_by_something check (paid_by is null or (single_use or invoice_id is not null) and paid_count > 0) not valid;

-- An older version knows neither parts nor credit notes. What it does to an invoice without any is right, and only what it does not
-- count is forgotten; what it would do to others is refused, so that a newer one does it.
create function refuse_unknowing_of_parts() returns trigger language plpgsql as $$
begin
  if old.status <> 'DRAFT' and (old.allow_part_payment or old.amount_credited > 0 or old.status in ('PARTIALLY_PAID', 'CREDITED')) then
    raise exception 'invoice % can only be moved by a version that knows parts', new.id
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  new.amount_paid := null;
  return new;
end $$;
create trigger invoices_are_reckoned before update on invoices for each row
  when (new.moves = old.moves and (new.status, new.paid_by) is distinct from (old.status, old.paid_by))
  execute function refuse_unknowing_of_parts();

alter table discrepancies
  drop constraint discrepancies_kind_check,
  add constraint discrepancies_kind_check check (kind in ('success_after_failure', 'failure_after_success',
    'other_amount', 'other_currency', 'success_before_request', 'reversal_after_failure', 'reversal_after_refund',
    'unknown_reference', 'paid_twice', 'overpaid', 'another_try_paid', 'paid_after_void', 'missing_there', 'missing_here',
    'different_amount', 'different_state')) not valid,
  drop constraint discrepancies_action_check,
  add constraint discrepancies_action_check check (action in ('accept_provider', 'keep_ours', 'return_to_payer', 'refund', 'keep')) not valid;
