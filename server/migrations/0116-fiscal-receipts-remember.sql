-- Whether the lane of a receipt was told of it; and whose it is, as the authority knew them when it was numbered.
alter table fiscal_receipts
  add column is_noticed boolean not null default false,
  add column tin text,
  add column vrn text;
