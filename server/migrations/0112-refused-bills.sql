-- Money came in spite of a no, and nobody knows where it could go back to.
alter table discrepancies
  drop constraint discrepancies_kind_check,
  add constraint discrepancies_kind_check check (kind in ('success_after_failure', 'failure_after_success',
    'other_amount', 'other_currency', 'success_before_request', 'reversal_after_failure', 'reversal_after_refund',
    'unknown_reference', 'paid_twice', 'overpaid', 'another_try_paid', 'paid_after_void', 'bill_refused', 'missing_there',
    'missing_here', 'different_amount', 'different_state')) not valid;
