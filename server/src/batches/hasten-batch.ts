import { type Hasten, nothingIsDue } from '../jobs/jobs.ts'
import { isUndecided } from './batch-lifecycle.ts'
import type { BatchRow } from './batch-row.ts'

/** Makes what the operator that the sandbox plays will do about a batch due now. What its rows do is theirs. */
export const hastenBatch: Hasten = async (tx, { merchantId }, id, now) => {
  const [batch] = await tx<BatchRow[]>`
    select * from disbursement_batches
    where id = ${id} and merchant_id = ${merchantId} and environment = 'sandbox' for update`
  if (batch === undefined) return null
  if (batch.due_at === null) {
    throw nothingIsDue(
      batch.status === 'PROCESSING'
        ? 'its rows are on their way; advance one of them.'
        : `the batch is ${batch.status}, and stays so by itself.`,
    )
  }
  await tx`update disbursement_batches set due_at = least(due_at, ${now}::timestamptz) where id = ${id}`
  const isApproval = isUndecided(batch.status) && batch.status !== 'INFO_REQUESTED'
  return { what: isApproval ? 'approval' : 'operator_settles', wasDueAt: batch.due_at }
}
