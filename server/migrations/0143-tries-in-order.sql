-- As indexes of partitions have to be: none of them unique without the id, and none with the name that the first partition will have.
create index concurrently collection_tries_in_order on collection_tries (collection_id, number) where number > 1;
create index concurrently collection_tries_under_way on collection_tries (created_at) where state = 'open';
