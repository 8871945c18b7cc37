/**
 * Statements that look at rows of any merchant, by a piece of their text. Each kind stands in docs/scale.md with its plan; all others have to say of which
 * merchants they are.
 */
export const statementsOfAllMerchants: Record<string, string[]> = {
  'what is due': [
    'as lane (provider, is_new, room)',
    'as lane (provider, step, room)',
    'with recursive lanes as',
    'from fiscal_lanes where environment =',
    'from fiscal_receipts where environment =',
    'update webhook_deliveries d set due_at',
    'from collections where ends_at <=',
    'from disbursement_batches where',
    'update book_closings set due_at',
    'update statements set due_at',
    'update data_exports set due_at',
    "from withdrawals w where w.environment = 'sandbox'",
    'from privacy_requests',
    'from collection_counts group by',
    'delete from collection_day_changes',
    'from payment_links where',
    'from invoices where',
    "from control_numbers where status = 'ACTIVE'",
    'from name_look_ups',
    'from requests',
    'from idempotency_keys where',
  ],
  'what belongs to a row': [
    'from withdrawal_history where withdrawal_id',
    'from withdrawal_history h left join users u',
    'from withdrawal_approvals where withdrawal_id',
    'from withdrawal_approvals a join users u',
    'from webhook_attempts where delivery_id',
    'from collection_history where collection_id',
    'from retired_endpoint_secrets r',
    'from fiscal_receipts where collection_id = any',
    'from fiscal_receipts r where r.collection_id = any',
    "'words', (select coalesce(json_agg(word",
  ],
  'what a person decides': [
    'select * from withdrawals where id = any',
    'select w.*, (select json_build_object(',
  ],
  'what a provider names': ['coalesce(t.id, c.id) as try_id', 'w.sent_at is not null as was_sent'],
  'what all processes know': ['v.version::text as version', 'select found.* from'],
  'the simulated network': ['insert into network_payments', 'insert into network_payouts'],
}
