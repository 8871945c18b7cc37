-- Two requests that begin a second factor at once left two, of which the library that keeps them reads whichever it finds: a code of the app
-- was then right today and wrong tomorrow. Of those that are there the confirmed one stays, or else the newest.
delete from two_factors t using two_factors other
  where other.user_id = t.user_id and (other.verified, other.id) > (t.verified, t.id);

-- Whoever signed in with a password alone, before there was a second factor, has never given a code. Their sessions end in the transaction
-- that switches it on: a process that dies right after it leaves none behind.
create function end_sessions_without_code() returns trigger language plpgsql as $$
begin
  delete from sessions where user_id = new.id;
  return new;
end $$;
create trigger second_factors_end_sessions after update of two_factor_enabled on users
  for each row when (new.two_factor_enabled and not coalesce(old.two_factor_enabled, false))
  execute function end_sessions_without_code();
