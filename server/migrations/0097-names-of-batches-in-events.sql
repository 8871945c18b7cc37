-- The name of a batch may be that of whomever it pays: it may go from events as names and numbers do, and nothing may come in its place.
create or replace function refuse_other_event() returns trigger language plpgsql as $$
declare
  people constant text[] := array['customer_name', 'customer_phone', 'customer_email', 'description', 'callback_url',
    'destination_name', 'destination_identifier', 'bank_account_name', 'name_check', 'payer_name', 'payer_name_match', 'note', 'metadata',
    'notes', 'reason', 'items'] || case when old.type like 'disbursement\_batch.%' then array['name'] else '{}'::text[] end;
  was constant jsonb := old.body::jsonb;
  will constant jsonb := new.body::jsonb;
begin
  if (old.id, old.merchant_id, old.environment, old.type, old.resource_id, old.sequence, old.created_at)
      is distinct from (new.id, new.merchant_id, new.environment, new.type, new.resource_id, new.sequence, new.created_at)
    or was - 'data' is distinct from will - 'data'
    or (was -> 'data') - people is distinct from (will -> 'data') - people
    or exists (
      select from jsonb_each(will -> 'data') as field
      where field.key = any(people) and field.value is distinct from was -> 'data' -> field.key
        and case
          when field.key <> 'items' then field.value not in ('null', '{}', '"Erased"', '"erased"')
          when jsonb_typeof(was -> 'data' -> 'items') is distinct from 'array' then true
          else field.value is distinct from (
            select jsonb_agg(jsonb_set(item.value, '{description}', '"Erased"') order by item.place)
            from jsonb_array_elements(was -> 'data' -> 'items') with ordinality as item (value, place))
        end)
  then
    raise exception 'event % stays as it was told, but for people who are erased', old.id
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
