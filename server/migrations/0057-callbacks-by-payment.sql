-- What providers called us with about a payment is found by it. The column is named after collections, and holds withdrawals too.
create index concurrently provider_callbacks_of_payment on provider_callbacks (collection_id, id)
  where collection_id is not null;
