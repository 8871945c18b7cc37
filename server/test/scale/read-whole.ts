const ofProviders = 'a row for each provider, or for each network that it reaches'
const oneRow = 'one row'

/** Tables that have few rows however long a service runs, and why. */
export const staySmall: Record<string, string> = {
  alert_watch: oneRow,
  alerts: 'a row for each cause that has not been gone for 90 days',
  audit_head: oneRow,
  book_check_run: oneRow,
  book_checks: 'a row for each check',
  collection_day_recounts: 'a row for each merchant whose days are counted anew',
  forgotten_through: 'a row for each kind of data and environment',
  network_handsets: 'phones of the simulated network at which somebody is looking',
  network_pins: ofProviders,
  network_statuses: ofProviders,
  provider_breakers: ofProviders,
  provider_floats: ofProviders,
  provider_states: ofProviders,
  push_outcomes: 'an hour by the minute, which a chore sums up',
  restores: 'a row for each time that a backup was restored',
  retention: oneRow,
  retired_audit_keys: 'a row for each time that the key was changed',
  risk_state: oneRow,
  routing_version: oneRow,
  sandbox_networks: 'how networks were told to behave, for as long as that lasts',
  schema_migrations: 'a row for each migration',
  statement_mappings: ofProviders,
  unproven_callbacks: 'the last 200',
}

/** Statements that read a table whole all the same, by a piece of their text, and why they may. */
export const readWhole: Record<string, string> = {
  'from collection_counts group by 1, 2 having': 'a chore that keeps this table small, by summing it up',
  'select exists (select from network_payments where due_at': 'it stops at the first',
  'delete from api_key_addresses a using api_keys': 'a chore, of a few addresses for each key',
  'insert into book_closings as b': 'a chore, once a night, of a row for each merchant and currency',
  'update privacy_requests r set erases_on': 'when a Super Admin changes for how long data is kept',
  'delete from due_look_ups where due_at is null': 'a chore that keeps this table small',
  "a.kind = 'documents_uploaded' and m.id = a.merchant_id":
    'it goes by the alerts that are open, which are few',
  'select (select count(*)::int from dead_letters':
    'it counts what is open, which the server takes for a quarter of all',
  'count(*)::int as silent from collections':
    'it counts what is open, which the server takes for a quarter of all',
}
