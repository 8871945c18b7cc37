-- Merchants look for a payment by the phone that paid, of which customers often tell the last digits only: read backwards, these come
-- first, and one index finds whole numbers too. In the order of letters that patterns need, whatever the database sorts by.

create index concurrently collections_by_phone
  on collections (merchant_id, environment, reverse(customer_phone) text_pattern_ops, id) where customer_phone is not null;
create index concurrently invoices_by_phone
  on invoices (merchant_id, environment, reverse(customer_phone) text_pattern_ops, id);
create index concurrently withdrawals_by_recipient
  on withdrawals (merchant_id, environment, reverse(destination_identifier) text_pattern_ops, id);
create index concurrently customers_by_end_of_phone
  on customers (merchant_id, environment, reverse(phone) text_pattern_ops, id) where phone is not null;
create index concurrently customers_by_name
  on customers (merchant_id, environment, lower(name) text_pattern_ops, id);
create index concurrently withdrawals_by_reference
  on withdrawals (merchant_id, environment, merchant_reference, id) where merchant_reference is not null;
