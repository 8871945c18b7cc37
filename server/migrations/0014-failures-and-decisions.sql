-- What a merchant is told of a payment: why it failed, in a code and in words; which of its decisions were announced; its
-- own reference of a withdrawal. Every column may be null and no check looks at old rows, so that nothing is rewritten or
-- read through while the tables are locked, and a version that knows none of it goes on writing beside one that does.

alter table collections
  -- Whose credentials made it, where they were not of its own environment: a hosted page is live, whichever key asks for it.
  add column made_in text,
  -- Why it failed; null while it has not.
  add column failure_code text,
  add column failure_reason text,
  add constraint collections_are_made_somewhere check (made_in in ('live', 'sandbox')) not valid;
update collections c set made_in = k.environment from api_keys k
where c.page_token is not null and k.id = c.api_key_id and k.environment <> c.environment;

alter table withdrawals
  -- The merchant's own name for it.
  add column merchant_reference text,
  -- Beside the reason, which is for people.
  add column failure_code text;

-- What was announced of the step; null where nothing was, and in rows from before approvals and questions were announced.
alter table withdrawal_history add column event text;

-- A merchant may cancel with a key, and then no person did it. Each of these rules is wider than the one it replaces.
alter table audit_log
  drop constraint audit_log_actor_kind_check,
  add constraint audit_log_actor_kind_check
    check (actor_kind in ('super_admin', 'member', 'operator', 'system', 'api_key')) not valid;

-- More reasons for the simulated network to fail by.
alter table network_payments
  drop constraint network_payments_ending_check,
  add constraint network_payments_ending_check check (ending in ('approve', 'decline', 'insufficient_funds', 'wrong_pin',
    'refuse', 'hold', 'reverse', 'other_amount', 'chance', 'expire', 'cancel', 'invalid_number', 'limit')) not valid;
alter table network_payouts
  drop constraint network_payouts_ending_check,
  add constraint network_payouts_ending_check check (ending in ('pay', 'refuse', 'other_amount', 'reverse', 'chance',
    'decline', 'expire', 'invalid_number', 'limit')) not valid;
