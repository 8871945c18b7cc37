-- Whoever is erased is found among those that were removed, too.
create index concurrently recipients_removed_by_identifier on recipients (merchant_id, environment, destination_identifier)
  where deleted_at is not null;
