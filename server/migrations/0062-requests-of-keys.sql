-- Whoever builds something looks for what their programs called, and the dashboard calls more than these do: each has a range of its own,
-- method by method, as the whole log has.
create index concurrently requests_of_keys on requests (merchant_id, environment, method, id) where api_key_id is not null;
create index concurrently requests_of_people on requests (merchant_id, environment, method, id) where api_key_id is null;
