-- After a restore the authority may have numbers that we have forgotten: since when we know so, and how far it has counted.
alter table fiscal_lanes
  add column behind_since timestamptz,
  add column number_there bigint,
  add constraint fiscal_lanes_behind_check check ((behind_since is null) = (number_there is null)) not valid;
