-- Mails and text messages that nobody could be given are forgotten as those that were sent are, and found by their time.
create index concurrently mails_given_up_by_time on mails (created_at) where sent_at is null and next_attempt_at is null;
create index concurrently text_messages_given_up_by_time on text_messages (created_at)
  where sent_at is null and next_attempt_at is null;
