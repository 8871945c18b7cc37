import type { Transaction } from '../database/database.ts'
import { withdrawalLifecycle } from './withdrawal-lifecycle.ts'
import { isFromReturns, isRefund, type RefundRow, type WithdrawalRow } from './withdrawal-row.ts'

/**
 * What the books say of money that its provider has returned by itself: it is owed no more (`gone`), or was lost, as a refund had arrived
 * before (`lost`). Either is said once of a payment, by the refund that is named.
 */
export type SettledAs = 'gone' | 'lost'

export function causeOfSettled(refundId: string, as: SettledAs): string {
  return `refund ${refundId} payer_return ${as}`
}

/** Whether one of these refunds, which are all of one payment, stands in the books so. Whoever asks has locked them. */
export async function isReturnSettled(tx: Transaction, refunds: Pick<RefundRow, 'id'>[]): Promise<boolean> {
  const causes = refunds.flatMap(({ id }) => [causeOfSettled(id, 'gone'), causeOfSettled(id, 'lost')])
  const [found] = await tx`select from ledger_transactions where cause = any(${causes}) limit 1`
  return found !== undefined
}

type Step = { before: WithdrawalRow; after: WithdrawalRow }

/** Of refunds whose money comes back to us with these steps, those of which nobody is owed it. */
export async function findSettledReturns(tx: Transaction, steps: Step[]): Promise<Set<string>> {
  const settled = new Set<string>()
  for (const { before, after } of steps) {
    const comesBack =
      withdrawalLifecycle[before.status].position !== 'free' &&
      withdrawalLifecycle[after.status].position === 'free'
    if (!comesBack || !isRefund(after) || !isFromReturns(after)) continue
    const same = await tx<Pick<RefundRow, 'id'>[]>`
      select id from withdrawals where collection_id = ${after.collection_id} and paid_as = ${after.paid_as}
        and origin in ('declined', 'mispaid')`
    if (await isReturnSettled(tx, same)) settled.add(after.id)
  }
  return settled
}
