-- The same contradiction told twice is one while nobody has decided about it, for collections as for withdrawals. Told again after that
-- it may be news, and then somebody decides again.
create unique index concurrently discrepancies_of_collections on discrepancies (collection_id, kind, theirs)
  where collection_id is not null and status = 'open';
create index concurrently discrepancies_about_collections on discrepancies (collection_id, kind, theirs, id)
  where collection_id is not null;
