import type { Transaction } from '../database/database.ts'
import { leaveOutCrowd } from '../primitives/leave-out-people.ts'
import { type Paid, peopleOf } from '../withdrawals/withdrawals.ts'
import type { BatchRow } from './batch-row.ts'

/**
 * What somebody writes about a batch, without whomever it pays: it goes into histories and the audit log, of the batch and of each row, and
 * those are kept for ever.
 */
export async function leaveOutRows<Text extends string | null>(
  tx: Transaction,
  { id }: Pick<BatchRow, 'id'>,
  text: Text,
): Promise<Text> {
  if (text === null) return text
  const rows = await tx<Paid[]>`
    select destination_name, bank_account_name, name_check, destination_identifier from withdrawals where batch_id = ${id}`
  return leaveOutCrowd(text, rows.map(peopleOf)) as Text
}
