-- The same key as an index of its own, because a constraint that lacks the id can be on one partition and not on those that follow.
create unique index concurrently ledger_transactions_cause_idx on ledger_transactions (cause);
