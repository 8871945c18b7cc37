-- Likewise.
create unique index concurrently ledger_entries_account_id_seq_idx on ledger_entries (account_id, seq);
