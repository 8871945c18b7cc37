-- What an added endpoint was sent, newest first. Those of the default ones, which nearly all are, are left out of it and cost nothing.
create index concurrently webhook_deliveries_of_added on webhook_deliveries (endpoint_id, id) where is_added;
