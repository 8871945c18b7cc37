-- A rule wants a person to look at it: a second person approves it.
alter table withdrawals add column review_hit uuid;
