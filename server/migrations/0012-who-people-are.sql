-- Who is behind an account, and who belonged to a merchant, as far as something may depend on it.

-- Whether the token went to the address alone. Where the inviter was handed the link, accepting it proves nothing. Invitations of
-- before do not say, so they prove nothing either.
alter table invitations add column left_by_mail boolean not null default false;

-- An operator made this account, or took it over, with a password of their own choice: their commands may give it more, whatever
-- its address is. It says nothing about the mailbox.
alter table users add column vouched_at timestamptz;

-- Until now an address counted as proven when an operator had made the account or an invitation was accepted, by whatever way its link
-- had come. The first becomes what it is, and nobody keeps a proof that nobody gave.
update users set vouched_at = created_at
where email_verified and not exists (
  select from invitations i where i.email = users.email and i.accepted_at is not null);
update users set email_verified = false where email_verified;

-- Those who left, with the time of it: nobody may decide about money that was asked for while they belonged to its merchant.
create table past_memberships (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  user_id uuid not null references users,
  role text not null,
  joined_at timestamptz not null,
  left_at timestamptz not null
);
create index past_memberships_of_user on past_memberships (user_id, merchant_id);

-- Whoever deletes a membership says beforehand when it ended. For an older version, or a hand at the database, the database says it.
create function keep_past_membership() returns trigger language plpgsql as $$
begin
  insert into past_memberships (id, merchant_id, user_id, role, joined_at, left_at)
  values (old.id, old.merchant_id, old.user_id, old.role, old.created_at, now())
  on conflict (id) do nothing;
  return null;
end $$;
create trigger memberships_are_remembered after delete on memberships
  for each row execute function keep_past_membership();

create trigger past_memberships_are_append_only before update or delete on past_memberships
  for each row execute function refuse_change();
create trigger past_memberships_are_never_emptied before truncate on past_memberships
  for each statement execute function refuse_change();
