-- Few, and none for long.
create index concurrently payment_links_to_sum on payment_links (id) where paid_summed <> paid_count;
