-- As for merchants.
alter table withdrawals drop constraint withdrawals_asked_by_fkey;
