-- A partition's checks must have been made on all of its rows, and payouts are about to become one. Whoever writes goes on meanwhile.
alter table withdrawals
  validate constraint fees_go_back_with_paid_refunds,
  validate constraint refunds_are_of_a_collection,
  validate constraint withdrawals_are_due_while_uncertain,
  validate constraint withdrawals_have_a_kind;
