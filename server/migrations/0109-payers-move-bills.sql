-- Whoever pays a bill was asked by nobody.
alter table collection_history
  drop constraint collection_history_source_check,
  add constraint collection_history_source_check
    check (source in ('caller', 'customer', 'payer', 'reply', 'callback', 'look_up', 'expiry', 'super_admin')) not valid;
