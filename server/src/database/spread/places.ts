/**
 * Where a table stands in a cluster that is spread by merchant: `spread` over the nodes by one of its columns, `copied` to each of them, or `local`,
 * in one place. What is spread and lacked its merchant at first is filled in from the row it belongs to.
 */
export type Place = { kind: 'spread'; by: string; from?: Parent } | { kind: 'copied' } | { kind: 'local' }

/** A row that belongs to another, by `key`. Some stay for a while after it. */
type Parent = { table: string; key: string; isOutlived?: boolean }

const byMerchant = (names: string): Record<string, Place> =>
  each(names, { kind: 'spread', by: 'merchant_id' })
const ofParent = (table: string, key: string, isOutlived = false): Place => ({
  kind: 'spread',
  by: 'merchant_id',
  from: { table, key, isOutlived },
})

function each(names: string, place: Place): Record<string, Place> {
  return Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, place]),
  )
}

/** Every table. docs/scale.md tells the same with its reasons, and a test holds both against the catalogue. */
export const places: Record<string, Place> = {
  ...byMerchant(`
    book_closings book_days collection_counts collection_day_changes collection_days credit_note_numbers fiscal_days fiscal_lanes
    fiscal_receipts fiscal_settings invoice_numbers provider_events
    recipient_settings request_counts sandbox_networks sandbox_profiles statement_schedules webhook_configs
    added_webhook_endpoints collections control_numbers credit_notes customers data_exports disbursement_batches events invoices ledger_accounts
    ledger_transactions merchant_documents name_look_ups notifications past_memberships payment_links privacy_requests quarantine
    recipients requests retired_webhook_secrets sandbox_messages settlements statements webhook_deliveries webhook_endpoints withdrawals`),
  // The scope of what moves money is its merchant.
  idempotency_keys: { kind: 'spread', by: 'scope' },
  collection_history: ofParent('collections', 'collection_id'),
  collection_tries: ofParent('collections', 'collection_id'),
  withdrawal_history: ofParent('withdrawals', 'withdrawal_id'),
  withdrawal_approvals: ofParent('withdrawals', 'withdrawal_id'),
  disbursement_batch_history: ofParent('disbursement_batches', 'batch_id'),
  disbursement_batch_approvals: ofParent('disbursement_batches', 'batch_id'),
  control_number_history: ofParent('control_numbers', 'control_number_id'),
  invoice_history: ofParent('invoices', 'invoice_id'),
  ledger_entries: ofParent('ledger_transactions', 'transaction_id'),
  webhook_attempts: ofParent('webhook_deliveries', 'delivery_id', true),
  payment_link_turns: ofParent('payment_links', 'link_id'),
  data_export_parts: ofParent('data_exports', 'export_id'),
  merchant_document_bytes: ofParent('merchant_documents', 'document_id'),
  retired_endpoint_secrets: ofParent('added_webhook_endpoints', 'endpoint_id'),
  ...each(
    `users accounts two_factors super_admins merchants memberships invitations api_keys api_key_addresses pricing_rules payout_caps
    provider_routes provider_states provider_floats network_statuses network_pins routing_version installation schema_migrations retention restores archived_parts
    risk_rules risk_state risk_list_entries`,
    { kind: 'copied' },
  ),
  ...each(
    `audit_log audit_head retired_audit_keys due_look_ups provider_words provider_callbacks provider_exchanges collection_exchanges
    provider_breakers provider_errors provider_error_counts unproven_callbacks dead_letters float_top_ups bill_payments reconciliations
    reconciliation_findings reconciliation_lines statement_mappings discrepancies push_outcomes usual_push_times failed_push_counts
    metadata_words mails text_messages tallies rings sessions verifications alerts alert_reads alert_watch book_checks book_check_run
    closed_nights collection_day_recounts forgotten_through left_to_forget network_callbacks network_handsets network_messages
    network_payments network_payouts network_subscribers network_turned_away simulated_fiscal_devices
    simulated_fiscal_receipts simulated_fiscal_days risk_hits risk_simulations`,
    { kind: 'local' },
  ),
}

/** By which column a table is spread, if it is. */
export function spreadBy(table: string): string | undefined {
  const place = places[table]
  return place?.kind === 'spread' ? place.by : undefined
}
