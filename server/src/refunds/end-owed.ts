import type { GiveBack } from '../discrepancies/discrepancies.ts'
import { triesOf } from '../evidence/evidence.ts'
import { borneLegs, oweNoMore, post } from '../ledger/ledger.ts'
import { Refusal } from '../primitives/refusal.ts'
import { endedUnpaid, type RefundRow } from '../withdrawals/withdrawals.ts'
import type { World } from '../world/world.ts'

/**
 * What settling a reversal needs of this room. The provider has given back by itself what was owed to a payer, so that nobody is owed it any
 * more: it leaves `returns`, and the provider has nothing of it. What is still under way is decided first. What has arrived was owed to nobody any
 * more: the payer has it twice, and we bear it.
 */
export function owedEnder(world: World): GiveBack {
  return async (tx, found) => {
    const refunds = await tx<RefundRow[]>`
      select w.* from withdrawals w join collections c on c.id = w.collection_id
      where w.collection_id = ${found.collection_id} and w.origin in ('declined', 'mispaid')
        and w.paid_as = coalesce(${found.reference}::text, c.provider_reference)
      order by w.id for update of w`
    // Steps of these refunds ask what is owed under this lock.
    await tx`select from collections where id = ${found.collection_id} for update`
    const last = refunds.at(-1)
    if (!last) return
    const hasArrived = refunds.some(({ status }) => status === 'SUCCESS')
    const open = refunds.find(({ status }) => !endedUnpaid.includes(status))
    if (open && !hasArrived) throw stillOpen(open)
    const causes = refunds.map(({ id }) => `refund ${id} payer_return gone`)
    const [before] = await tx`select from ledger_transactions where cause = any(${causes}::text[])`
    if (before) return
    const cause = `refund ${last.id} payer_return gone`
    const [paid] = await tx<{ provider: string }[]>`
      select provider from collection_tries
      where id in (select id from ${triesOf(tx, tx`${last.collection_id}::uuid`)} tries) and provider_reference = ${last.paid_as}
      union all select provider from collections where id = ${last.collection_id} limit 1`
    const { amount, merchant_id: merchantId, environment, currency, provider_reference: reference } = last
    const about = { merchantId, environment, currency, reference, collectionId: last.collection_id }
    const booked = { ...about, withdrawalId: last.id, type: 'payer_return', amount } as const
    const gone = oweNoMore(paid?.provider ?? last.provider, amount)
    await post(tx, world, [
      ...(hasArrived
        ? [{ ...booked, cause: `${cause} borne`, direction: 'credit', ...borneLegs(amount) } as const]
        : []),
      { ...booked, cause, direction: 'debit', ...gone },
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
