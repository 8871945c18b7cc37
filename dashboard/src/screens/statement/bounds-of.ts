import { fromMinor, type Transaction, toMinor } from '@malipo/sdk'

type Moved = Pick<Transaction, 'direction' | 'amount' | 'balance_after'>

/** What there was before the first and after the last of rows that follow each other without a gap, newest first. */
export function boundsOf(rows: readonly Moved[]): { opening: string; closing: string } | null {
  const [newest, oldest] = [rows[0], rows.at(-1)]
  if (!newest || !oldest) return null
  const moved = toMinor(oldest.amount) * (oldest.direction === 'credit' ? 1n : -1n)
  return { opening: fromMinor(toMinor(oldest.balance_after) - moved), closing: newest.balance_after }
}
