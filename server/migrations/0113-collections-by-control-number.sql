-- What was paid for a number: few of all payments, and looked at whenever an order is paid.
create index concurrently collections_of_control_number on collections (control_number_id, id) where control_number_id is not null;
