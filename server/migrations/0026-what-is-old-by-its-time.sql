-- What is deleted when it is old is found by its time.

create index concurrently notifications_by_time on notifications (created_at);
-- In the words of what is deleted: an invitation that was accepted tells who brought whom, and one of an owner that somebody was meant to be.
create index concurrently invitations_by_end on invitations (expires_at) where accepted_at is null and role <> 'owner';
create index concurrently network_turned_away_by_time on network_turned_away (turned_away_at);
