import { mostBatchRows } from '@malipo/contract'
import type { Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { Refusal } from '../primitives/refusal.ts'
import { refuseRestricted, type WithdrawalRow } from '../withdrawals/withdrawals.ts'
import { type BatchRow, findBatch, lockBatch } from './batch-row.ts'
import { type BatchDesk, type PricedRow, priceRows, refuseBarred } from './draft-rows.ts'
import { invalidRows, type JudgedRow } from './judge-rows.ts'
import { insertBatch, makeBatch } from './request-batch.ts'
import { isToRetry } from './show-batch.ts'

/** Longest names stay within what a name may be. */
const mostOfName = 110

/**
 * A new batch of those rows of another that failed and were not tried again, to be approved anew. The batch before is locked, so that of two
 * who ask at once one finds nothing left; and the database knows no second retry of a row.
 */
export async function retryFailed(
  tx: Transaction,
  desk: BatchDesk,
  caller: Actor,
  id: string,
  approvalDelayMs: number | null,
): Promise<BatchRow> {
  const { id: found } = await findBatch(tx, id, caller)
  const before = await lockBatch(tx, found)
  if (!before) throw new Refusal('not_found')
  const failed = await findFailed(tx, before)
  if (failed.length === 0) {
    throw new Refusal('invalid_state', {
      message: 'No row of this batch has failed and was not tried again already.',
      details: { status: before.status },
    })
  }
  refuseRestricted(caller)
  const priced = await priceRows(tx, desk, caller, failed.map(asJudged))
  if (priced.problems.length > 0) throw invalidRows(priced.problems)
  refuseBarred(priced.barred)
  const rows: PricedRow[] = priced.rows.map((row, at) => ({
    ...row,
    nameCheck: failed[at]?.name_check ?? null,
  }))
  const asked = {
    name: `${before.name.slice(0, mostOfName)} (retry)`,
    approve_rows: before.approve_rows,
    retryOf: before.id,
    ...(before.metadata && { metadata: before.metadata }),
  }
  const made = makeBatch(desk, caller, asked, rows, approvalDelayMs)
  const linked = made.rows.map((row, at) => ({ ...row, retry_of: failed[at]?.id ?? null }))
  await insertBatch(tx, desk.world, caller, { batch: made.batch, rows: linked })
  return made.batch
}

/** Of a batch that people rejected there are none; what the sandbox rejects for want of money has failed, and is tried again. */
async function findFailed(tx: Transaction, { id }: BatchRow): Promise<WithdrawalRow[]> {
  const rows = await tx<WithdrawalRow[]>`
    select w.* from withdrawals w where w.batch_id = ${id} and ${isToRetry(tx)}
    order by w.batch_row limit ${mostBatchRows} for update of w`
  return [...rows]
}

/** What was right then is not judged again; whether somebody carries it now is. Told by its number in the batch before, which is what its merchant knows. */
function asJudged(row: WithdrawalRow, at: number): JudgedRow {
  return {
    row: row.batch_row ?? at + 1,
    draft: {
      method: row.method,
      amount: String(row.amount),
      destinationCode: row.destination_code,
      destinationName: row.destination_name,
      identifier: { field: 'destination_identifier', value: row.destination_identifier },
      bankName: row.bank_name ?? undefined,
      bankAccountName: row.bank_account_name ?? undefined,
      merchantReference: row.merchant_reference ?? undefined,
      metadata: row.metadata ?? undefined,
      recipientId: row.recipient_id ?? undefined,
    },
    checked: {
      amount: row.amount,
      identifier: row.destination_identifier,
      destinationCode: row.destination_code,
    },
  }
}
