-- What one person alone has approved lately counts together, merchant by merchant.
create index concurrently withdrawal_approvals_of_merchant on withdrawal_approvals (merchant_id, at);
