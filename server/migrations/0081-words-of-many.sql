-- What is written together has its words written together: a trigger for each row cost a tenth of what asking for a payment does.
-- Changes and removals are rare and keep theirs.
create function keep_metadata_words_of_new() returns trigger language plpgsql as $$
begin
  insert into metadata_words (word, id)
  select metadata_word(f.merchant_id, f.environment, tg_table_name, pair.key, pair.value), f.id
  from fresh f cross join lateral jsonb_each_text(f.metadata) as pair
  where f.metadata is not null;
  return null;
end $$;

create or replace function index_metadata_of(kind regclass) returns void language plpgsql as $$
begin
  execute format('create trigger %s_keep_words after insert on %s referencing new table as fresh for each statement execute function keep_metadata_words_of_new()', kind, kind);
  execute format('create trigger %s_change_words after update of metadata on %s for each row when (old.metadata is distinct from new.metadata) execute function keep_metadata_words()', kind, kind);
  execute format('create trigger %s_forget_words after delete on %s for each row when (old.metadata is not null) execute function keep_metadata_words()', kind, kind);
end $$;

create or replace trigger collections_keep_words after insert on collections
  referencing new table as fresh for each statement execute function keep_metadata_words_of_new();
create or replace trigger withdrawals_keep_words after insert on withdrawals
  referencing new table as fresh for each statement execute function keep_metadata_words_of_new();
create or replace trigger payment_links_keep_words after insert on payment_links
  referencing new table as fresh for each statement execute function keep_metadata_words_of_new();
create or replace trigger invoices_keep_words after insert on invoices
  referencing new table as fresh for each statement execute function keep_metadata_words_of_new();
create or replace trigger customers_keep_words after insert on customers
  referencing new table as fresh for each statement execute function keep_metadata_words_of_new();
