-- A trigger that a partition gets of its table is called with the partition's name. So it is told the name of the table, by which words are found.
create or replace function keep_metadata_words() returns trigger language plpgsql as $$
declare
  kind constant text := coalesce(tg_argv[0], tg_table_name);
begin
  if tg_op <> 'INSERT' and old.metadata is not null then
    delete from metadata_words w
    using (select metadata_word(old.merchant_id, old.environment, kind, key, value) as word from jsonb_each_text(old.metadata)) as gone
    where w.word = gone.word and w.id = old.id;
  end if;
  if tg_op <> 'DELETE' and new.metadata is not null then
    insert into metadata_words (word, id)
    select metadata_word(new.merchant_id, new.environment, kind, key, value), new.id from jsonb_each_text(new.metadata);
  end if;
  return null;
end $$;
-- What is written comes through the table, and is told as its own.
create or replace function index_metadata_of(kind regclass) returns void language plpgsql as $$
begin
  execute format('create trigger %s_keep_words after insert on %s referencing new table as fresh for each statement execute function keep_metadata_words_of_new()', kind, kind);
  execute format('create trigger %s_change_words after update of metadata on %s for each row when (old.metadata is distinct from new.metadata) execute function keep_metadata_words(%L)', kind, kind, kind);
  execute format('create trigger %s_forget_words after delete on %s for each row when (old.metadata is not null) execute function keep_metadata_words(%L)', kind, kind, kind);
end $$;
