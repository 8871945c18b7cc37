-- Pages that end by themselves are few among all collections, and are found by their time.
create index concurrently collections_ending on collections (ends_at) where ends_at is not null;
