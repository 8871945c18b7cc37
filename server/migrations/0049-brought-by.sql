-- A difference that only a statement tells of rests on the word of whoever uploaded it. Somebody else books it; see decision 42.
alter table discrepancies
  -- Null where a provider says so itself, or more than one person has brought it.
  add column brought_by uuid;
