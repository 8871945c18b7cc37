-- No balance grows to 10^15 minor units, in either direction. The code refuses it first; this is for whatever is not the code. A
-- constraint would refuse, too, that a balance which is beyond it from earlier days comes down.

create function refuse_beyond_ceiling() returns trigger language plpgsql as $$
begin
  raise exception 'the balance of account % would be %', new.id, new.balance
    using errcode = 'check_violation', constraint = 'balances_have_a_ceiling';
end $$;
create trigger balances_begin_below_a_ceiling after insert on ledger_accounts for each row
  when (abs(new.balance) >= 1000000000000000) execute function refuse_beyond_ceiling();
create trigger balances_stay_below_a_ceiling after update of balance on ledger_accounts for each row
  when (abs(new.balance) >= 1000000000000000 and abs(new.balance) > abs(old.balance))
  execute function refuse_beyond_ceiling();
