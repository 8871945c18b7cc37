-- Events are kept for ever, in partitions by the time in their ids: by these deliveries name them, and lists and streams go on from one to the next.
-- That a step is announced once is a key of each partition. Over a bound it is the key of the step itself, which is written in the same transaction; a
-- partition holds a quarter of a year, and `check-books` looks through all of them.
alter table events drop constraint events_resource_id_sequence_key;
alter table events rename constraint events_pkey to events_open_pkey;
drop trigger events_are_never_deleted on events;
drop trigger events_stay on events;
alter table events rename to events_open;
create table events (like events_open including all excluding indexes) partition by range (id);
alter table events add constraint events_pkey primary key (id);
create index on events (merchant_id, environment, id desc) include (type, created_at);
create index on events (merchant_id, environment, type, id);
alter table events attach partition events_open for values from (minvalue) to (maxvalue);
-- On the whole, and so on each partition that there is and will be.
create trigger events_stay before update on events for each row execute function refuse_other_event();
create trigger events_are_never_deleted before delete on events for each row execute function refuse_change();
-- A partition can be emptied by itself: the first has had this trigger all along, and those to come are given it when they are made.
create trigger events_are_never_emptied before truncate on events for each statement execute function refuse_change();
