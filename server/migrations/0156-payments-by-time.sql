-- Payments are kept for ever, in partitions by the time in their ids, which all that belongs to them has as well.
-- Tokens are so long and random that nobody draws one twice: a key of each partition refuses what one over all of them would.
drop trigger collections_keep_words on collections;
drop trigger collections_change_words on collections;
drop trigger collections_forget_words on collections;
alter table collections rename constraint collections_pkey to collections_open_pkey;
alter table collections rename to collections_open;
create table collections (like collections_open including all excluding indexes) partition by range (id);
alter table collections add constraint collections_pkey primary key (id);
create index on collections (merchant_id, environment, id desc);
create index on collections (merchant_id, environment, status, method, id);
create index on collections (merchant_id, environment, substr(customer_phone, 4, 2), status, id) where customer_phone is not null;
create index on collections (merchant_id, environment, reverse(customer_phone) text_pattern_ops, id) where customer_phone is not null;
create index on collections (merchant_id, environment, lower(customer_email), id) where customer_email is not null;
create index on collections (merchant_id, environment, created_by, id) where created_by is not null;
create index on collections (customer_id, id) where customer_id is not null;
create index on collections (invoice_id, id) where invoice_id is not null;
create index on collections (payment_link_id, id) where payment_link_id is not null;
create index on collections (control_number_id, id) where control_number_id is not null;
create index on collections (api_key_id, id) where api_key_id is not null;
create index on collections (environment, status, method, id);
create index on collections (environment, reference, merchant_id, id) where reference is not null;
create index on collections (environment, id desc) where status = 'pending_clearance';
create index on collections (environment, provider, (attempts = 0), due_at) where due_at is not null;
create index on collections (ends_at) where ends_at is not null;
alter table collections attach partition collections_open for values from (minvalue) to (maxvalue);
select index_metadata_of('collections');
