-- On a hosted page a customer may try several times to pay, each time by an order of its own. What became of a try is told here for
-- those of pages; the only try of any other collection ends as its collection does, and nothing is written of it again.

alter table collections
  -- Until when the page may be used; null where there is none.
  add column page_ends_at timestamptz,
  -- When it ends by itself, because nobody picks a way to pay, or tries once more. Null while a try is open: then only its provider's
  -- word, or what follows from it, ends it.
  add column ends_at timestamptz,
  -- Whoever never picked a way to pay may be gone for good. Wider than the rule it replaces.
  drop constraint collections_check,
  add constraint collections_have_a_method_once_picked check (case
    when status = 'created' then method is null
    when status = 'failed' then true
    else method is not null end) not valid;
update collections set page_ends_at = created_at + interval '24 hours', ends_at = created_at + interval '24 hours'
where page_token is not null and status = 'created';

alter table collection_tries
  -- Made by the page for each time that somebody asks it to begin: the same one twice is one try.
  add column attempt text,
  -- Whom it asks, canonical; null where nothing is pushed to anybody.
  add column customer_phone text,
  -- Null for tries that are not of a page.
  add column state text,
  add column failure_code text,
  add column failure_reason text,
  add column ended_at timestamptz,
  add constraint collection_tries_have_a_state check (state in ('open', 'failed', 'cancelled', 'paid')) not valid,
  add constraint collection_tries_are_five_at_most check (number <= 5) not valid;

-- What a try is stays for ever; what becomes of it is written once it is known.
drop trigger collection_tries_are_append_only on collection_tries;
update collection_tries t set state = 'open', customer_phone = c.customer_phone
from collections c where c.id = t.collection_id and c.page_token is not null and c.status = 'processing';
create trigger collection_tries_are_never_deleted before delete on collection_tries
  for each row execute function refuse_change();
create trigger collection_tries_name_their_order_for_ever before update on collection_tries
  for each row when ((old.id, old.collection_id, old.number, old.provider, old.provider_reference, old.method,
      old.customer_phone, old.attempt, old.created_at)
    is distinct from (new.id, new.collection_id, new.number, new.provider, new.provider_reference, new.method,
      new.customer_phone, new.attempt, new.created_at))
  execute function refuse_change();

alter table discrepancies
  drop constraint discrepancies_kind_check,
  add constraint discrepancies_kind_check check (kind in ('success_after_failure', 'failure_after_success',
    'other_amount', 'other_currency', 'success_before_request', 'reversal_after_failure', 'unknown_reference',
    'another_try_paid', 'paid_twice')) not valid;
