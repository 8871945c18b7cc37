-- How much an API key may ask to be paid out, at once and in a day. A key and those it is replaced by share one row, and what is asked
-- for is counted in it by the transaction that takes the request in; see decision 48.
create table payout_caps (
  id uuid primary key,
  currency text not null,
  -- In minor units; null where nothing is said.
  each bigint check (each > 0),
  daily bigint check (daily > 0),
  -- In Dar es Salaam: what was asked for is that of this day. On a later one nothing has been, yet.
  day date not null,
  asked bigint not null check (asked >= 0 and (daily is null or asked <= daily)),
  check (each is not null or daily is not null)
);

alter table api_keys
  -- Null: as much as the balance holds. No foreign key: the row is written right before the key, and neither is ever deleted.
  add column payout_caps_id uuid;
