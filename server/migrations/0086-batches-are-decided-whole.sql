-- What merchants write beside a batch, as beside everything else; see decision 60.
alter table disbursement_batches add column metadata jsonb;
select index_metadata_of('disbursement_batches');

-- A row that waits for the decision about its batch is not decided alone: an older version, which knows no batches, would approve it at once
-- and send it beside them. Whoever knows batches frees the row with the same step.
create function refuse_awaiting_batch() returns trigger language plpgsql as $$
begin
  raise exception 'withdrawal % is decided with its batch', new.id using errcode = 'object_not_in_prerequisite_state';
end $$;
create trigger rows_are_decided_with_their_batch before update on withdrawals for each row
  when (old.awaits_batch and new.awaits_batch and new.status <> old.status)
  execute function refuse_awaiting_batch();

-- What its batch has not come to is approved and not due: nobody sends it before the batch hands it over.
alter table withdrawals
  drop constraint withdrawals_are_due_while_uncertain,
  add constraint withdrawals_are_due_while_uncertain check (case
    when status = 'PROCESSING' then due_at is not null or (batch_id is not null and attempts = 0 and sent_at is null)
    when status = 'NEEDS_RECONCILIATION' then due_at is not null
    when status = 'PENDING_ADMIN_APPROVAL' then true
    else due_at is null end) not valid;
