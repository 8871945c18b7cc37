-- A merchant's prices are listed page by page, those of one channel too.

create index concurrently pricing_rules_of_merchant on pricing_rules (merchant_id, channel, id);
