import type { Transaction } from '../database/database.ts'
import type { DiscrepancyRow } from '../discrepancies/discrepancies.ts'
import { borneBack, oweToPayer, post } from '../ledger/ledger.ts'
import { Refusal } from '../primitives/refusal.ts'
import { endedUnpaid, isOut, wasToldGoneSince } from '../withdrawals/withdrawals.ts'
import { bookedOf, type Returns } from './lock-returns.ts'
import { type Return, type ReturnDesk, returnAgain } from './return-to-payer.ts'

/**
 * What was owed to a payer, was taken back, and has come once more is owed again: by another refund, or by the one that is still open. If
 * one is out, it was our loss, and is none any more.
 */
export async function oweAgain(
  tx: Transaction,
  desk: ReturnDesk,
  found: DiscrepancyRow,
  { refunds, last, gone, isGone }: Returns,
  wish: Omit<Return, 'origin'>,
): Promise<void> {
  if (!isGone) {
    throw new Refusal('invalid_state', {
      message: 'This money is owed to its payer already, by a refund that was made before.',
      details: { refund_id: last.id },
    })
  }
  if (await wasToldGoneSince(tx, last, found.id)) throw returnedByItself()
  if (wish.amount !== last.amount) {
    throw new Refusal('invalid_state', {
      message: 'Another amount was owed before. Settle it as keep_ours, and return the money outside.',
      details: { refund_id: last.id },
    })
  }
  const { amount } = last
  const [cause, booked] = [`refund ${last.id} payer_return ${gone} come`, bookedOf(last)]
  await post(tx, desk.world, [
    { ...booked, cause, direction: 'credit', ...oweToPayer(wish.paid.provider, amount) },
    ...(refunds.some(isOut)
      ? [{ ...booked, cause: `${cause} borne back`, direction: 'debit', ...borneBack(amount) } as const]
      : []),
  ])
  if (refunds.some(({ status }) => !endedUnpaid.includes(status))) return
  const origin = last.origin === 'declined' ? 'declined' : 'mispaid'
  await returnAgain(tx, desk, { ...wish, origin }, last)
}

export function returnedByItself(): Refusal {
  return new Refusal('invalid_state', {
    message: 'The provider has returned this money by itself. Settle it as keep_ours.',
  })
}
