import { hash } from 'node:crypto'
import type { WithdrawalRow } from '../withdrawals/withdrawals.ts'

type Paying = Pick<
  WithdrawalRow,
  | 'merchant_reference'
  | 'amount'
  | 'method'
  | 'destination_code'
  | 'destination_identifier'
  | 'destination_name'
  | 'bank_name'
  | 'bank_account_name'
>

/**
 * What a batch pays to whom, in 64 letters: whoever approves says which they have seen, and the same rows are known again. In whatever order
 * they come; what stands beside a row, its metadata say, pays nobody and does not count.
 */
export function contentHash(rows: readonly Paying[]): string {
  const lines = rows.map((row) =>
    JSON.stringify([
      row.merchant_reference,
      String(row.amount),
      row.method,
      row.destination_code,
      row.destination_identifier,
      row.destination_name,
      row.bank_name,
      row.bank_account_name,
    ]),
  )
  return hash('sha256', lines.sort().join('\n'))
}
