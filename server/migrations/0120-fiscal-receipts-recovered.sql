-- Receipts that were forgotten by a restore and written down again from what the authority has. The payment of one may be forgotten too.
alter table fiscal_receipts
  alter column collection_id drop not null,
  add column recovered_at timestamptz,
  add constraint fiscal_receipts_collection_check check (collection_id is not null or (recovered_at is not null and status = 'ISSUED')) not valid;
