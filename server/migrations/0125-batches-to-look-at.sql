-- A rule wants a person to look at it: one of its rows is enough.
alter table disbursement_batches add column review_hit uuid;
