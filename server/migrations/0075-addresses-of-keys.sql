-- Where keys may be used from, where they were, and who was told of it.

alter table api_keys
  -- Addresses and ranges, each written in one way only; none: any.
  add column allowed_ips text[] not null default '{}',
  add column last_used_ip text,
  -- When somebody last chose the end, if that was not with the key: what is less than a reminder away by then was chosen so.
  add column expiry_set_at timestamptz,
  -- So many days before its end its people were told last.
  add column expiry_told_days smallint,
  -- Keys that were there before, and those that older code still makes, have been used from addresses that nobody has kept: for a day they are learnt in silence.
  add column addresses_kept_since timestamptz default now();

-- From where live keys were used, as far as their people were told: the newest of each key.
create table api_key_addresses (
  api_key_id uuid not null references api_keys,
  -- An IPv4 address, or the network that an IPv6 address is in.
  address text not null,
  first_seen_at timestamptz not null,
  primary key (api_key_id, address)
);
