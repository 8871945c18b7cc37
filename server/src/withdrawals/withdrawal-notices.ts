import type { Notice } from '../notifications/notifications.ts'
import { inLowerCase } from '../primitives/in-lower-case.ts'
import { textFromMinor } from '../primitives/money.ts'
import { namelessPayer } from '../primitives/stand-ins.ts'
import type { Source, WithdrawalStatus } from './withdrawal-lifecycle.ts'
import type { WithdrawalKind, WithdrawalRow } from './withdrawal-row.ts'

/** What a merchant is told when a withdrawal or a refund enters a state; what is not here is nothing to act upon. */
const titles = {
  INFO_REQUESTED: {
    withdrawal: 'We need more information about a withdrawal',
    refund: 'We need more information about a refund',
  },
  PROCESSING: { withdrawal: 'A withdrawal was approved', refund: 'A refund was approved' },
  REJECTED: { withdrawal: 'A withdrawal was rejected', refund: 'A refund was rejected' },
  SUCCESS: { withdrawal: 'A withdrawal was paid out', refund: 'A refund was paid out' },
  FAILED: { withdrawal: 'A withdrawal failed', refund: 'A refund failed' },
  REVERSED: { withdrawal: 'A withdrawal came back', refund: 'A refund came back' },
} as const satisfies Partial<Record<WithdrawalStatus, Record<WithdrawalKind, string>>>

const isTold = (status: WithdrawalStatus): status is keyof typeof titles => status in titles

/** Nobody reads thousands of notices: how a batch goes is told of the batch, but for what is asked about a row, or comes back later. */
function isToldByBatch({ batch_id: batchId, status }: WithdrawalRow): boolean {
  return batchId !== null && status !== 'INFO_REQUESTED' && status !== 'REVERSED'
}

type Moved = { after: WithdrawalRow; source: Source; note: string | null }

export function noticesOf({ after, source, note }: Moved): Notice[] {
  const { status } = after
  if (!isTold(status) || isToldByBatch(after)) return []
  // Those of its members who did not cancel it want to know as well.
  const isCancelled = status === 'REJECTED' && source === 'merchant'
  const to = after.destination_name === namelessPayer ? 'the payer' : after.destination_name
  const what = `${after.currency} ${textFromMinor(after.amount)} to ${to}`
  return [
    {
      merchantId: after.merchant_id,
      environment: after.environment,
      kind: `${after.kind}.${isCancelled ? 'cancelled' : inLowerCase(status)}`,
      title: isCancelled ? `A ${after.kind} was cancelled` : titles[status][after.kind],
      // Notifications end, and name the recipient anyway: a question about them reads as it was asked.
      text: note === null ? `${what}.` : `${what}: ${note.replaceAll('[name]', to)}`,
      withdrawalId: after.id,
    },
  ]
}
