-- With foreign keys, what payouts name would be locked whenever a partition of them comes or goes. Merchants, people and prices are never deleted, and
-- `check-books` asks whether all are there that a payout names. One at a time, so that no migration waits for two tables at once.
alter table withdrawals drop constraint withdrawals_merchant_id_fkey;
