-- What merchants write beside their things in words of their own, and look for by it. See decision 60.

-- Null for none. Nothing else knows of it, so that a version before this one goes on as it did.
alter table collections add column metadata jsonb;
alter table withdrawals add column metadata jsonb;
alter table payment_links add column metadata jsonb;
alter table invoices add column metadata jsonb;
alter table customers add column metadata jsonb;

-- One row for each pair of each thing: those that have a pair are one range, newest last, whatever the merchant has besides. Which pair it is
-- stands in it as a print of sixteen bytes, so that a value of five hundred characters takes as little as one of five.
create table metadata_words (
  word uuid not null,
  id uuid not null,
  primary key (word, id)
);

-- Keys have no mark of equality, so that no two pairs are written alike. `kind` is the name of the table. It says stable, as what it is made of
-- does: otherwise it could not be written out where it is used, and would cost several times as much.
create function metadata_word(merchant uuid, environment text, kind text, key text, value text) returns uuid
language sql stable parallel safe as $$
  select encode(substr(sha256(convert_to(merchant::text || ' ' || environment || ' ' || kind || ' ' || key || '=' || value, 'UTF8')), 1, 16), 'hex')::uuid
$$;

-- Kept here and not by whoever writes, so that nobody can forget it. Only what has metadata comes here: others pay for one comparison.
create function keep_metadata_words() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.metadata is not null then
    delete from metadata_words w
    using (select metadata_word(old.merchant_id, old.environment, tg_table_name, key, value) as word from jsonb_each_text(old.metadata)) as gone
    where w.word = gone.word and w.id = old.id;
  end if;
  if tg_op <> 'DELETE' and new.metadata is not null then
    insert into metadata_words (word, id)
    select metadata_word(new.merchant_id, new.environment, tg_table_name, key, value), new.id from jsonb_each_text(new.metadata);
  end if;
  return null;
end $$;

-- Gives a table that has the columns id, merchant_id, environment and metadata what it needs to be looked through by metadata.
create function index_metadata_of(kind regclass) returns void language plpgsql as $$
begin
  execute format('create trigger %s_keep_words after insert on %s for each row when (new.metadata is not null) execute function keep_metadata_words()', kind, kind);
  execute format('create trigger %s_change_words after update of metadata on %s for each row when (old.metadata is distinct from new.metadata) execute function keep_metadata_words()', kind, kind);
  execute format('create trigger %s_forget_words after delete on %s for each row when (old.metadata is not null) execute function keep_metadata_words()', kind, kind);
end $$;

select index_metadata_of('collections');
select index_metadata_of('withdrawals');
select index_metadata_of('payment_links');
select index_metadata_of('invoices');
select index_metadata_of('customers');
