-- What the books have of a withdrawal is found by it, as what they have of a collection is.
create index concurrently ledger_transactions_of_withdrawal on ledger_transactions (withdrawal_id)
  where withdrawal_id is not null;
