-- Says of which merchants a statement is that finds its rows by their ids. Here it is always true, and the planner leaves it out: were the merchant compared
-- as well, it would take indexes that begin with the merchant for as good as the one of ids while a table is young, and keep to that plan. Where
-- tables are spread by merchant it compares, so that one node is asked and not all; `malipo spread` sees to that, with wider keys that hold both.
create function of_merchants(uuid, uuid[]) returns boolean language sql immutable parallel safe as $$ select true $$;
