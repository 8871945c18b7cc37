import { hash } from 'node:crypto'
import { bareAccount } from '../recipients/recipients.ts'
import type { WithdrawalRow } from '../withdrawals/withdrawals.ts'

export type Paying = Pick<
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
 * they come, and however an account is spelt; what stands beside a row, its metadata say, pays nobody and does not count.
 */
export function contentHash(rows: readonly Paying[]): string {
  return hashOf(rows, ({ method, destination_identifier: identifier }) =>
    method === 'BANK_ACCOUNT' ? bareAccount(identifier) : identifier,
  )
}

/** Under which the same rows, spelt the same, may be kept already. Versions before this one compared accounts as they were written. */
export function knownHashes(rows: readonly Paying[]): string[] {
  const asWritten = hashOf(rows, ({ destination_identifier: identifier }) => identifier)
  return [...new Set([contentHash(rows), asWritten])]
}

function hashOf(rows: readonly Paying[], accountOf: (row: Paying) => string): string {
  const lines = rows.map((row) =>
    JSON.stringify([
      row.merchant_reference,
      String(row.amount),
      row.method,
      row.destination_code,
      accountOf(row),
      row.destination_name,
      row.bank_name,
      row.bank_account_name,
    ]),
  )
  return hash('sha256', lines.sort().join('\n'))
}
