-- A partition's checks must have been made on all of its rows, and payments are about to become one. Whoever writes goes on meanwhile.
alter table collections
  validate constraint bills_have_a_number,
  validate constraint collections_are_made_somewhere,
  validate constraint collections_have_a_method_once_picked,
  validate constraint collections_method_check,
  validate constraint credits_are_counted,
  validate constraint refunds_are_counted;
