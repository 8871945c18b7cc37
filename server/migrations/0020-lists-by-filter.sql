-- The filters of all other lists: each is one range of an index, or a few that are merged, however much there is.

create index collections_of_all_by_kind on collections (environment, status, method, id);
-- The merchant after the reference, so that a Super Admin finds it without knowing whose it is.
create index collections_of_all_by_reference on collections (environment, reference, merchant_id, id)
  where reference is not null;
drop index collections_by_reference;

create index withdrawals_by_kind on withdrawals (merchant_id, environment, status, method, id);
create index withdrawals_of_all_by_kind on withdrawals (environment, status, method, id);
drop index withdrawals_by_status;

create index events_by_type on events (merchant_id, environment, type, id);
create index webhook_deliveries_by_status on webhook_deliveries (merchant_id, environment, status, id);

create index discrepancies_by_kind on discrepancies (environment, kind, status, id);
create index discrepancies_of_merchant on discrepancies (merchant_id, environment, status, id);
create index notifications_read on notifications (merchant_id, environment, id) where read_at is not null;
create index customers_by_phone on customers (merchant_id, environment, phone, id) where phone is not null;
create index api_keys_by_environment on api_keys (merchant_id, environment, id);
create index memberships_of_merchant on memberships (merchant_id, id);
create index invitations_of_merchant on invitations (merchant_id, id) where accepted_at is null and revoked_at is null;
create index merchants_by_kind on merchants (verification_status, is_active, id);

create index network_payments_prompts_of_phone on network_payments (merchant_id, environment, phone, id)
  where state = 'waiting';
create index sandbox_messages_by_recipient on sandbox_messages (merchant_id, recipient, id);

create index audit_log_by_action on audit_log (action, seq);
create index audit_log_by_subject on audit_log (subject_id, seq);
create index audit_log_by_merchant on audit_log (merchant_id, seq) where merchant_id is not null;
create index audit_log_by_actor on audit_log (actor_id, seq) where actor_id is not null;
