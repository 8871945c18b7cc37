import type { Notice } from '../notifications/notifications.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { BatchSource, BatchStatus } from './batch-lifecycle.ts'
import type { BatchRow } from './batch-row.ts'

const titles: Partial<Record<BatchStatus, string>> = {
  INFO_REQUESTED: 'We need more information about a batch of payouts',
  PROCESSING: 'A batch of payouts was approved',
  PAUSED: 'A batch of payouts is paused',
  REJECTED: 'A batch of payouts was rejected',
  DONE: 'A batch of payouts is done',
}

type Moved = { batch: BatchRow; source: BatchSource; note: string | null }

/** What a merchant is told when a batch enters a state; what is not here is nothing to act upon. */
export function noticesOf(after: BatchRow, { batch, source, note }: Moved): Notice[] {
  const isCancelled = after.status === 'REJECTED' && source === 'merchant'
  const isResumed = batch.status === 'PAUSED' && after.status === 'PROCESSING'
  const title = isResumed ? 'A batch of payouts goes on' : titles[after.status]
  if (title === undefined) return []
  const what = `${after.name}: ${after.row_count} rows, ${after.currency} ${textFromMinor(after.amount_total)}`
  return [
    {
      merchantId: after.merchant_id,
      environment: after.environment,
      kind: `disbursement_batch.${isCancelled ? 'cancelled' : after.status.toLowerCase()}`,
      title: isCancelled ? 'A batch of payouts was cancelled' : title,
      text: note === null ? `${what}.` : `${what}. ${note}`,
      withdrawalId: null,
      batchId: after.id,
    },
  ]
}
