-- Few among all refunds: what rules count of a merchant is these and its payouts.
create index concurrently refunds_directed on withdrawals (merchant_id, environment, id) where directed;
