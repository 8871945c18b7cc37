-- What belongs to a row of a merchant names that merchant too, so that a cluster that is spread by merchant knows where it is (docs/scale.md). It may be
-- missing from what was written before, or by a version that does not know it; `malipo spread` fills it in on the day when it is needed.
alter table collection_history add column if not exists merchant_id uuid;
alter table collection_tries add column if not exists merchant_id uuid;
alter table withdrawal_history add column if not exists merchant_id uuid;
alter table withdrawal_approvals add column if not exists merchant_id uuid;
alter table disbursement_batch_history add column if not exists merchant_id uuid;
alter table disbursement_batch_approvals add column if not exists merchant_id uuid;
alter table invoice_history add column if not exists merchant_id uuid;
alter table ledger_entries add column if not exists merchant_id uuid;
alter table webhook_attempts add column if not exists merchant_id uuid;
alter table payment_link_turns add column if not exists merchant_id uuid;
alter table data_export_parts add column if not exists merchant_id uuid;
alter table merchant_document_bytes add column if not exists merchant_id uuid;
alter table retired_endpoint_secrets add column if not exists merchant_id uuid;
