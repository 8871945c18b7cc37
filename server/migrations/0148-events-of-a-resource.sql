-- The same key as an index of its own, because a constraint that lacks the id can be on one partition and not on those that follow.
create unique index concurrently events_resource_id_sequence_idx on events (resource_id, sequence);
