import type { Notice } from '../notifications/notifications.ts'
import { inLowerCase } from '../primitives/in-lower-case.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { BatchSource, BatchStatus } from './batch-lifecycle.ts'
import type { BatchRow } from './batch-row.ts'

const titles = {
  INFO_REQUESTED: 'We need more information about a batch of payouts',
  PROCESSING: 'A batch of payouts was approved',
  PAUSED: 'A batch of payouts is paused',
  REJECTED: 'A batch of payouts was rejected',
  DONE: 'A batch of payouts is done',
} as const satisfies Partial<Record<BatchStatus, string>>

const isTold = (status: BatchStatus): status is keyof typeof titles => status in titles

type Moved = { batch: BatchRow; source: BatchSource; note: string | null }

/** What a merchant is told when a batch enters a state; what is not here is nothing to act upon. */
export function noticesOf(after: BatchRow, { batch, source, note }: Moved): Notice[] {
  const { status } = after
  if (!isTold(status)) return []
  const isCancelled = status === 'REJECTED' && source === 'merchant'
  const isResumed = batch.status === 'PAUSED' && status === 'PROCESSING'
  const title = isResumed ? 'A batch of payouts goes on' : titles[status]
  const what = `${after.name}: ${after.row_count} rows, ${after.currency} ${textFromMinor(after.amount_total)}`
  return [
    {
      merchantId: after.merchant_id,
      environment: after.environment,
      kind: `disbursement_batch.${isCancelled ? 'cancelled' : inLowerCase(status)}`,
      title: isCancelled ? 'A batch of payouts was cancelled' : title,
      text: note === null ? `${what}.` : `${what}. ${note}`,
      withdrawalId: null,
      batchId: after.id,
    },
  ]
}
