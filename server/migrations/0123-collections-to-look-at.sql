-- A rule wants a person to look at it: when its money has come.
alter table collections add column review_hit uuid;
