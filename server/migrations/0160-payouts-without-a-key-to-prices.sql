-- As for merchants.
alter table withdrawals drop constraint withdrawals_pricing_rule_id_fkey;
