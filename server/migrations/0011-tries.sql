-- Who carries a payment. A try is one order at one provider under one reference, and names both for ever: only that
-- provider is asked, told or believed about it, also when new payments have long gone to another.

create table collection_tries (
  -- The first try has the id of its collection. References are made of the id of the try, and so lead here by themselves.
  id uuid primary key,
  collection_id uuid not null,
  number smallint not null check (number > 0),
  provider text not null,
  provider_reference text not null,
  method text not null check (method in ('USSD_PUSH', 'STK_PUSH', 'PROVIDER_PESA_PUSH', 'DYNAMIC_QR')),
  created_at timestamptz not null,
  check ((number = 1) = (id = collection_id))
);
-- First tries are found by their id, and most collections have no other.
create unique index collection_tries_after_the_first on collection_tries (collection_id, number) where number > 1;
insert into collection_tries (id, collection_id, number, provider, provider_reference, method, created_at)
select id, id, 1, provider, provider_reference, method, created_at from collections where method is not null;
create trigger collection_tries_are_append_only before update or delete on collection_tries
  for each row execute function refuse_change();

-- A withdrawal is its own and only try.
create trigger withdrawals_keep_their_provider before update on withdrawals
  for each row when ((old.provider, old.provider_reference) is distinct from (new.provider, new.provider_reference))
  execute function refuse_change();

-- At whose door a callback came. Until now there was one door, that of the simulated network.
alter table provider_callbacks
  add column provider text not null default 'sandbox',
  add column at_interface boolean not null default true;

-- What has to be looked after and what is over follow from the status, and not from whoever writes the row.
alter table collections
  add constraint collections_are_due_while_processing check ((status = 'processing') = (due_at is not null)),
  add constraint collections_are_completed_at_their_end
    check ((status in ('successful', 'failed', 'reversed')) = (completed_at is not null));
alter table withdrawals
  -- A played approval comes at its time; everything else that waits for a person has none.
  add constraint withdrawals_are_due_while_uncertain check (case
    when status in ('PROCESSING', 'NEEDS_RECONCILIATION') then due_at is not null
    when status = 'PENDING_ADMIN_APPROVAL' then true
    else due_at is null end),
  add constraint withdrawals_are_completed_at_their_end
    check ((status in ('SUCCESS', 'FAILED', 'REJECTED', 'REVERSED')) = (completed_at is not null));
