-- The simulated operator of the sandbox settles what would wait for ever a while after its last step. Whoever does not want to wait says so
-- here: moving the time of that step instead would falsify it.
alter table withdrawals add column hastened_at timestamptz;
