-- Whoever looks for work reads what is due, however many rest.
create index concurrently fiscal_lanes_due on fiscal_lanes (environment, due_at) where due_at is not null;
