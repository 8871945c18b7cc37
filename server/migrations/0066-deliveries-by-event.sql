-- The index of the migration before finds all that this one found, and has them in order. While both are there the planner takes this one for
-- an event of which it expects few, reads all, and sorts them.
drop index webhook_deliveries_event_id_idx;
