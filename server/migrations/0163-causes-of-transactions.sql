-- The same key as an index of its own: a constraint would be left behind on the first partition alone, where those that follow have an index.
create unique index concurrently ledger_transactions_cause_idx on ledger_transactions (cause);
