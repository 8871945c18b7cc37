-- A lane of which nothing is due rests until its next report, and is not looked at before; a receipt that is queued wakes it. And the TIN that the
-- authority was asked to register, until it has said: it may have taken it.
alter table fiscal_lanes
  alter column due_at drop not null,
  add column is_resting boolean not null default false,
  add column asked_tin text;
