-- Refunds are found by what they are of, listed apart from withdrawals, and those are listed without them.
create index concurrently refunds_of_collection on withdrawals (collection_id, id) where collection_id is not null;
create index concurrently refunds_of_merchant on withdrawals (merchant_id, environment, id) where kind = 'refund';
create index concurrently refunds_by_status on withdrawals (merchant_id, environment, status, id) where kind = 'refund';
create index concurrently refunds_by_reason on withdrawals (merchant_id, environment, reason, status, id) where kind = 'refund';
create index concurrently withdrawals_by_sort on withdrawals (merchant_id, environment, kind, id);
create index concurrently withdrawals_by_sort_and_kind on withdrawals (merchant_id, environment, kind, status, method, id);
create index concurrently withdrawals_of_all_by_sort on withdrawals (environment, kind, status, method, id);
create unique index concurrently refunds_are_tried_again_once on withdrawals (again_of) where again_of is not null;
-- What never was the merchant's is owed to its payer once.
create unique index concurrently payments_are_owed_to_payers_once on withdrawals (paid_as)
  where origin in ('declined', 'mispaid') and again_of is null;
