-- Whose number or account it is, as a provider told a merchant before money was sent there. A look-up is used within a day, by whoever asked
-- for it and for where it was asked about; it is forgotten some weeks later. It names people, so nothing that is kept for ever refers to it.
create table name_look_ups (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  environment text not null check (environment in ('live', 'sandbox')),
  method text not null,
  destination_code text not null,
  destination_identifier text not null,
  provider text,
  outcome text not null check (outcome in ('found', 'not_found', 'not_supported', 'unavailable')),
  registered_name text check ((registered_name is not null) = (outcome = 'found')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index name_look_ups_by_age on name_look_ups (created_at);

-- What was found of it, copied to the withdrawal that it was made for: look-ups end, and whoever decides reads it there.
alter table withdrawals add column name_check jsonb;

alter table network_subscribers add column name text;
