import type { GiveBack } from '../discrepancies/discrepancies.ts'
import { borneLegs, oweNoMore, post } from '../ledger/ledger.ts'
import { Refusal } from '../primitives/refusal.ts'
import { endedUnpaid, type RefundRow } from '../withdrawals/withdrawals.ts'
import type { World } from '../world/world.ts'
import { bookedOf, lockReturns, providerOf } from './lock-returns.ts'

/**
 * What settling a reversal needs of this room. The provider has given back by itself what was owed to a payer, so that nobody is owed it any
 * more: it leaves `returns`, and the provider has nothing of it. What is still under way is decided first. What has arrived was owed to nobody any
 * more: the payer has it twice, and we bear it.
 */
export function owedEnder(world: World): GiveBack {
  return async (tx, found) => {
    const returns = await lockReturns(tx, found)
    if (!returns) return
    const { refunds, last, gone, isGone } = returns
    const hasArrived = refunds.some(({ status }) => status === 'SUCCESS')
    const open = refunds.find(({ status }) => !endedUnpaid.includes(status))
    if (open && !hasArrived) throw stillOpen(open)
    if (isGone) return
    // It may come once more, and be taken back again.
    const cause = `refund ${last.id} payer_return${gone === 0 ? '' : ` ${gone + 1}`} gone`
    const booked = bookedOf(last)
    await post(tx, world, [
      ...(hasArrived
        ? [{ ...booked, cause: `${cause} borne`, direction: 'credit', ...borneLegs(last.amount) } as const]
        : []),
      { ...booked, cause, direction: 'debit', ...oweNoMore(await providerOf(tx, last), last.amount) },
    ])
  }
}

function stillOpen({ id, status }: RefundRow): Refusal {
  const isUndecided = status === 'PENDING_ADMIN_APPROVAL' || status === 'INFO_REQUESTED'
  return new Refusal('invalid_state', {
    message: isUndecided
      ? 'A refund of this money waits for a decision. Reject it first: the provider has returned the payment by itself.'
      : `A refund of this money is ${status}. Settle this when it has ended.`,
    details: { refund_id: id, status },
  })
}
