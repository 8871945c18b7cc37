-- What was told of a batch, found when somebody whom it paid is erased.
create index concurrently notifications_of_batch on notifications (batch_id) where batch_id is not null;
-- What went to one saved recipient: few of a merchant's withdrawals, in the order of the list.
create index concurrently withdrawals_to_recipient on withdrawals (merchant_id, environment, recipient_id, id) where recipient_id is not null;
