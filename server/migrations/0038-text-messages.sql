-- Text messages, kept with their cause until a gateway has taken them, as mails are.
create table text_messages (
  id uuid primary key,
  recipient text not null,
  -- Sealed: they carry links that show what somebody owes.
  body_sealed bytea not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  sent_at timestamptz,
  -- What the gateway calls it, for asking them.
  gateway_reference text,
  last_error text,
  created_at timestamptz not null
);
create index text_messages_owed on text_messages (next_attempt_at) where next_attempt_at is not null;
create index text_messages_by_age on text_messages (sent_at) where sent_at is not null;
