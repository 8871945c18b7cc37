-- Those are few, and people are told of them.
create index concurrently fiscal_lanes_behind on fiscal_lanes (environment, behind_since) where behind_since is not null;
