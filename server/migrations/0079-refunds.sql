-- A refund is a withdrawal that goes back to whoever paid a collection: the same states, approvals and sending, other books.

alter table withdrawals
  add column kind text not null default 'withdrawal',
  add column collection_id uuid,
  -- Why it is made: a merchant asked for it, or the money never was the merchant's (declined, mispaid).
  add column origin text,
  add column reason text,
  add column refund_note text,
  -- How the money goes back, chosen before anything is sent and never changed.
  add column way text,
  -- Under which reference the money came that goes back.
  add column paid_as text,
  -- What of the collection's fee went back with it, while it is paid.
  add column fee_returned bigint not null default 0,
  -- Of money that waits: the refund before, which did not arrive.
  add column again_of uuid,
  -- Counted up by whoever knows of kinds, with every step and every lease.
  add column written integer not null default 0,
  add constraint withdrawals_have_a_kind check (kind in ('withdrawal', 'refund')) not valid,
  add constraint refunds_are_of_a_collection check ((kind = 'refund') = (collection_id is not null)
    and (kind = 'refund') = (coalesce(origin in ('requested', 'declined', 'mispaid'), false))
    and (kind = 'refund') = (coalesce(way in ('native', 'pay_out'), false)) and (kind = 'refund') = (paid_as is not null)
    and (reason is null or reason in ('requested', 'duplicate', 'not_delivered', 'overpaid', 'other'))
    and (reason is not null) = (kind = 'refund' and origin = 'requested')
    and (again_of is null or (kind = 'refund' and origin <> 'requested'))) not valid,
  add constraint fees_go_back_with_paid_refunds check (fee_returned >= 0
    and (fee_returned = 0 or (kind = 'refund' and status in ('SUCCESS', 'REVERSED')))) not valid;

-- An older version knows no kinds: it would pay out what should go back another way, and book it as a withdrawal. It never gets
-- hold of a refund, and what it would write about one is refused, so that a newer one does it.
create function refuse_unknowing() returns trigger language plpgsql as $$
begin
  if new.moves = old.moves then
    return null;
  end if;
  raise exception 'refund % can only be moved by a version that knows refunds', new.id
    using errcode = 'object_not_in_prerequisite_state';
end $$;
create trigger refunds_are_left_alone before update on withdrawals for each row
  when (new.kind <> 'withdrawal' and (new.lease <> old.lease or new.moves <> old.moves) and new.written = old.written)
  execute function refuse_unknowing();

-- Of each collection, how much has gone back, and how much is asked to go back or has: decided under its lock.
alter table collections
  add column refunded bigint,
  add column refund_claimed bigint,
  add constraint refunds_are_counted check (refunded >= 0 and refund_claimed >= refunded) not valid;

-- What is owed to payers: money that never was the merchant's.
alter table ledger_accounts
  drop constraint ledger_accounts_kind_check,
  add constraint ledger_accounts_kind_check check (kind in ('available', 'held', 'reserved', 'returns', 'receivable', 'clearing',
    'payout_clearing', 'fees', 'deposits', 'operator_funds')) not valid,
  add constraint payers_money_is_never_negative check (kind <> 'returns' or balance >= 0) not valid;
alter table ledger_transactions
  drop constraint ledger_transactions_type_check,
  add constraint ledger_transactions_type_check check (type in ('collection', 'collection_fee', 'collection_reversal',
    'clearance_hold', 'clearance_release', 'clearance_return', 'withdrawal_reservation', 'withdrawal_release', 'withdrawal',
    'withdrawal_fee', 'withdrawal_reversal', 'refund_reservation', 'refund_release', 'refund', 'refund_fee', 'refund_reversal',
    'payer_return', 'debt', 'debt_repayment', 'deposit', 'clearing_split', 'float_top_up', 'float_top_up_reversal')) not valid,
  drop constraint ledger_transactions_have_a_place,
  -- A refund of a payer's own money moves nothing that is available, and has no place then.
  add constraint ledger_transactions_have_a_place check (not adds_up
    or type in ('refund_reservation', 'refund_release', 'refund', 'refund_reversal')
    or (seq is null) = (type in ('clearance_hold', 'clearance_return', 'payer_return', 'clearing_split', 'float_top_up',
      'float_top_up_reversal'))) not valid;

alter table pricing_rules
  add column refund_returns_fee boolean not null default false,
  drop constraint pricing_rules_channel_check,
  add constraint pricing_rules_channel_check check (channel in ('MOBILE_MONEY', 'BANK_ACCOUNT', 'PROVIDER_PESA', 'COLLECTION',
    'REFUND')) not valid,
  add constraint only_collections_return_their_fee check (channel = 'COLLECTION' or not refund_returns_fee) not valid;
insert into pricing_rules (id, channel, version, label, percentage, flat_fee, processor_charge,
  processor_fee_pass_through, effective_from, created_at)
values ('00000000-0000-7000-8000-000000000005', 'REFUND', 1, 'Standard', 0, 0, 0, true, '-infinity', '2026-01-01Z');

alter table discrepancies
  drop constraint discrepancies_kind_check,
  add constraint discrepancies_kind_check check (kind in ('success_after_failure', 'failure_after_success',
    'other_amount', 'other_currency', 'success_before_request', 'reversal_after_failure', 'reversal_after_refund',
    'unknown_reference', 'paid_twice', 'another_try_paid', 'paid_after_void', 'missing_there', 'missing_here',
    'different_amount', 'different_state')) not valid,
  drop constraint discrepancies_action_check,
  add constraint discrepancies_action_check check (action in ('accept_provider', 'keep_ours', 'return_to_payer')) not valid;
