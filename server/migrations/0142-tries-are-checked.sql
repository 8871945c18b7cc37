-- A partition's checks must have been made on all of its rows, and the tries are about to become one. Whoever writes goes on meanwhile.
alter table collection_tries
  validate constraint collection_tries_have_a_state,
  validate constraint collection_tries_are_five_at_most,
  validate constraint collection_tries_method_check;
