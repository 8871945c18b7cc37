-- Tries are kept for ever as their payments are, in partitions by the time in their ids, by which callbacks find them.
-- A key that lacks the id cannot hold over partitions, and a page that is open at a bound has tries on both sides of it. So the number of a try is given once under
-- the lock of its payment: whoever begins a try has that lock already; whoever has not waits for it here, and then sees what the other wrote.

-- The lowest id of the day before an id was made. Whoever looks for all tries of a payment begins there: they were begun after it, and no clock of ours is a day
-- behind another. So a payment of yesterday is not looked for in the parts of ten years.
create function a_day_before(id uuid) returns uuid language sql immutable strict parallel safe as $$
  select rpad(lpad(to_hex(greatest(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint - 86400000, 0)), 12, '0'), 32, '0')::uuid
$$;
create function refuse_second_try() returns trigger language plpgsql as $$
begin
  perform from collections where id = new.collection_id for update;
  if exists (select from collection_tries t where t.collection_id = new.collection_id and t.number = new.number and t.id <> new.id) then
    raise unique_violation using message = format('collection %s has a try %s', new.collection_id, new.number),
      table = tg_table_name, constraint = 'collection_tries_after_the_first';
  end if;
  if new.id < a_day_before(new.collection_id) then
    raise check_violation using message = format('the try %s would not be found with its collection %s', new.id, new.collection_id),
      table = tg_table_name;
  end if;
  return new;
end
$$;
drop index collection_tries_after_the_first;
drop index collection_tries_open;
alter table collection_tries rename constraint collection_tries_pkey to collection_tries_open_pkey;
drop trigger collection_tries_are_never_deleted on collection_tries;
drop trigger collection_tries_name_their_order_for_ever on collection_tries;
alter table collection_tries rename to collection_tries_open;
create table collection_tries (like collection_tries_open including all) partition by range (id);
alter table collection_tries attach partition collection_tries_open for values from (minvalue) to (maxvalue);
-- On the whole, and so on each partition that there is and will be.
create trigger collection_tries_are_never_deleted before delete on collection_tries
  for each row execute function refuse_change();
create trigger collection_tries_name_their_order_for_ever before update on collection_tries
  for each row when ((old.id, old.collection_id, old.number, old.provider, old.provider_reference, old.method, old.attempt, old.created_at)
      is distinct from (new.id, new.collection_id, new.number, new.provider, new.provider_reference, new.method, new.attempt, new.created_at)
    or (new.customer_phone is not null and old.customer_phone is distinct from new.customer_phone))
  execute function refuse_change();
-- First tries have the id of their payment, which is unique by itself.
create trigger collection_tries_have_each_number_once before insert on collection_tries
  for each row when (new.number > 1) execute function refuse_second_try();
