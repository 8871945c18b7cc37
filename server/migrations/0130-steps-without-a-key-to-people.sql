-- With a foreign key, people would be locked whenever a partition of the history comes or goes. They are never deleted, and `check-books` asks whether
-- everybody is there whom a step names.
alter table withdrawal_history drop constraint withdrawal_history_by_user_fkey;
