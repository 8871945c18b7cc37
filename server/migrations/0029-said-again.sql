-- A version before this one relies on no more than that what conflicts is not written twice: the index of what is open sees to it.
alter table discrepancies drop constraint discrepancies_collection_id_kind_theirs_key;

-- A provider that takes up what it had left says something new, though each word of it was said before. Counted instead of timed:
-- processes have clocks of their own. Words of before, and those that decide nothing, have no turn.
alter table provider_words
  add column turn integer not null default 0,
  -- What it comes to, whatever words it is told in: success as ordered is one thing, success with another amount is another.
  add column gist text;
