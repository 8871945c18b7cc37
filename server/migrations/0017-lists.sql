-- Every filter of every list is one range of an index, or a few that are merged: however much there is, a page costs what it
-- shows. Where a list has several filters of few values (a status, a method), all of them stand in one index before the place.

-- The order of a book, which has no gaps: a page is found by its number.
create unique index ledger_transactions_in_order on ledger_transactions (merchant_id, environment, currency, seq);
create index ledger_transactions_by_kind on ledger_transactions (merchant_id, environment, currency, direction, type, seq);
create index ledger_transactions_by_reference on ledger_transactions (merchant_id, environment, currency, reference, seq)
  where reference is not null;
-- Leads from a time to a place in the order.
create index ledger_transactions_by_time on ledger_transactions (merchant_id, environment, currency, id);
drop index ledger_transactions_of_merchant;

create index collections_by_kind on collections (merchant_id, environment, status, method, id);
drop index collections_not_successful;
