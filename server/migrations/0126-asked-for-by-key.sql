-- What a key has asked for lately, for rules that count it.
create index concurrently collections_of_key on collections (api_key_id, id) where api_key_id is not null;
create index concurrently withdrawals_of_key on withdrawals (api_key_id, id) where api_key_id is not null;
