-- True, whatever it is given. The planner believes that it is dear to ask, and so takes the way on which it is asked least: for a list, the range of the
-- index that has the rows of the list and no others. Without it a merchant who has most of all rows is looked for in the order of all ids,
-- past everything that others have written since. No helpers are started for what only seems dear.
create function touched(anyelement) returns boolean language plpgsql immutable parallel unsafe cost 1000000 as $$
begin
  return true;
end $$;
