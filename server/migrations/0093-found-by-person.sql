-- Whoever asks what is kept of them is found by phone, e-mail or customer, in each table by a range of an index.
create index concurrently customers_by_email
  on customers (merchant_id, environment, lower(email), id) where email is not null;
create index concurrently collections_by_email
  on collections (merchant_id, environment, lower(customer_email), id) where customer_email is not null;
create index concurrently collections_by_customer
  on collections (customer_id, id) where customer_id is not null;
create index concurrently invoices_by_email
  on invoices (merchant_id, environment, lower(customer_email), id) where customer_email is not null;
create index concurrently collection_tries_by_phone
  on collection_tries (customer_phone, collection_id) where customer_phone is not null;
create index concurrently notifications_by_withdrawal
  on notifications (withdrawal_id) where withdrawal_id is not null;
create index concurrently name_look_ups_by_destination
  on name_look_ups (merchant_id, environment, destination_identifier);
