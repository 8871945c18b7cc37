-- The plan of a check is kept for as long as the connection. Where several indexes lead to a transaction, one that was made
-- while the tables were small went by the merchant, and each posting then read all that the merchant had ever been posted. Now there is
-- one way, by its id; `offset 0` keeps the comparison that follows from becoming another.
create or replace function refuse_unbalanced() returns trigger language plpgsql
set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
declare
  found_id uuid;
begin
  select e.transaction_id into found_id from fresh e
  left join ledger_accounts a on a.id = e.account_id
  left join lateral (
    select merchant_id, environment, currency from ledger_transactions where id = e.transaction_id offset 0
  ) t on t.merchant_id = a.merchant_id and t.environment = a.environment and t.currency = a.currency
  group by e.transaction_id
  having count(*) < 2 or count(*) <> max(e.leg) or sum(e.amount) <> 0 or count(t.merchant_id) <> count(*)
  limit 1;
  if found then
    raise exception 'ledger transaction % does not balance', found_id
      using errcode = 'integrity_constraint_violation', constraint = 'ledger_transactions_balance';
  end if;
  return null;
end $$;
