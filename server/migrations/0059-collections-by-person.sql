-- What one person took today is one range of this, however many payments a shop has.
create index concurrently collections_of_person on collections (merchant_id, environment, created_by, id)
  where created_by is not null;
