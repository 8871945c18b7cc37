-- With a foreign key, customers would be locked whenever a partition of payments comes or goes, as they are for a moment by whoever asks for a
-- payment of theirs. No customer is ever deleted, and `check-books` asks whether everybody is there whom a payment names.
alter table collections drop constraint collections_customer_id_fkey;
