-- As for discrepancies and payments: `check-books` asks whether every approval is of a payout that is there.
alter table withdrawal_approvals drop constraint withdrawal_approvals_withdrawal_id_fkey;
