import type { KeptForEver } from '../database/database.ts'

/**
 * A year in one part, as payments. That a cause is booked once is held over all parts by whoever writes it (`refuse_booked_before`), which looks into no other
 * part within a year of 365 days: it knows these bounds by the same figure, and has to change with it.
 */
export const keptBook: readonly KeptForEver[] = [
  { table: 'ledger_transactions', key: 'id', spanDays: 365 },
  { table: 'ledger_entries', key: 'transaction_id', spanDays: 365 },
]
