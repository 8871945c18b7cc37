import type { AlertKind } from '@malipo/contract'

const places: Record<AlertKind, string> = {
  withdrawals_waiting: '',
  payments_held: '/held',
  payouts_unclear: '/unclear',
  discrepancies_open: '/discrepancies',
  payments_stuck: '/blocked',
  dead_letters: '/blocked',
  float_low: '/providers',
  provider_silent: '/providers',
  provider_stopped: '/providers',
  fiscal_receipts_late: '/fiscal',
  fiscal_receipts_failed: '/fiscal',
  fiscal_counter_behind: '/fiscal',
  restored: '/reconciliation',
  books_red: '/books',
  books_unchecked: '/books',
  documents_uploaded: '/merchants',
}

type Told = { kind: AlertKind; subject: string; merchant_id: string | null }

/** Where something is done about an alert, below the environment: as near to its subject as there is a screen for. */
export function placeOfAlert({ kind, subject, merchant_id }: Told): string {
  const place = places[kind]
  if (place === '/providers') return `${place}/${encodeURIComponent(subject)}`
  return place === '/merchants' && merchant_id !== null ? `${place}/${merchant_id}` : place
}
