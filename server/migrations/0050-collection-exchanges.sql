-- What went to providers about collections and what came back, with secrets masked: their support asks for it. It is written beside the
-- payment and never with it, by the reference of the try, so nothing refers to it; and it is partitioned by the time in its ids, as all is
-- that only grows and ends.
create table collection_exchanges (
  id uuid primary key,
  provider text not null,
  -- Ours, under which the order was sent.
  reference text not null,
  call text not null check (call in ('collect', 'look_up', 'cancel')),
  -- What the adapter made of all that was said to this call.
  kind text not null,
  request json not null,
  response json not null,
  at timestamptz not null
) partition by range (id);
create index collection_exchanges_by_reference on collection_exchanges (reference, id);
create table collection_exchanges_open (like collection_exchanges including all);
alter table collection_exchanges attach partition collection_exchanges_open for values from (minvalue) to (maxvalue);
