-- How much a link was paid with is asked for as often as how many times, and a link that hangs in a shop is paid for ever: it is kept with
-- the step that pays. Of an older version, which knows nothing of it, only the count moves: where both differ, the sum is made anew.
alter table payment_links
  add column paid_amount bigint not null default 0,
  -- How many payments the sum has.
  add column paid_summed integer not null default 0;
