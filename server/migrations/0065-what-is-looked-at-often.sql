-- What screens look at again and again is one range each, however much there is beside it. Payments by the network of the number that was
-- asked: by its first two digits after the country's, which every network has a few of.
create index concurrently collections_by_network
  on collections (merchant_id, environment, substr(customer_phone, 4, 2), status, id) where customer_phone is not null;
-- What each provider still has to pay out.
create index concurrently withdrawals_not_over on withdrawals (environment, provider) where completed_at is null;
-- The largest that ever left a merchant, which a Super Admin is shown beside the one to be decided.
create index concurrently withdrawals_by_amount on withdrawals (merchant_id, environment, currency, amount, id)
  where status = 'SUCCESS';
-- An event that is replayed again and again has as many deliveries; a timeline shows the newest.
create index concurrently webhook_deliveries_by_event on webhook_deliveries (event_id, id);
