import { recordAudit } from '../audit/audit.ts'
import { refuseOwnMoney } from '../auth/auth.ts'
import type { CollectionRow } from '../collections/collections.ts'
import type { Transaction } from '../database/database.ts'
import { triesOf } from '../evidence/evidence.ts'
import { isId } from '../primitives/id.ts'
import { Refusal } from '../primitives/refusal.ts'
import { type GivenDestination, playedDelay, type ReturnDesk, returnAgain } from '../refunds/refunds.ts'
import {
  isFromReturns,
  isRefund,
  lockWithdrawals,
  type PayoutDecider,
  type RefundRow,
} from '../withdrawals/withdrawals.ts'
import { isOwed } from './refunded-collection.ts'

export type Again = { note: string | null; given: GivenDestination; delayMs: number | null }

/**
 * Money of a payer whose refund has not arrived goes out once more, by another refund that somebody approves. The one before stays as it
 * ended; its row is locked, so that of two who do this at once one finds it done.
 */
export async function sendAgain(
  tx: Transaction,
  desk: ReturnDesk,
  by: PayoutDecider,
  id: string,
  { note, given, delayMs }: Again,
): Promise<string> {
  const { world } = desk
  const before = isId(id) ? (await lockWithdrawals(tx, [id])).get(id) : undefined
  if (!before || before.environment !== by.environment) throw new Refusal('not_found')
  await refuseOwnMoney(tx, world, by, before)
  if (!isRefund(before) || !(await isOwed(tx, before))) throw new Refusal('invalid_state')
  const wish = {
    paid: await findPaid(tx, before),
    amount: before.amount,
    given,
    by,
    note,
    approvalDelayMs: delayMs,
  }
  const origin = before.origin === 'declined' ? 'declined' : 'mispaid'
  const row = await returnAgain(tx, desk, { ...wish, origin }, before)
  recordAudit(tx, world.vault, [
    {
      at: world.clock.now(),
      actor: { kind: 'super_admin', id: by.adminId },
      action: 'withdrawal.return_again',
      subject: { kind: 'withdrawal', id: before.id },
      merchantId: before.merchant_id,
      details: { note, refund_id: row.id },
      requestId: by.requestId,
    },
  ])
  return row.id
}

/** The order that was paid: that which the collection shows, or another of its tries. */
async function findPaid(
  tx: Transaction,
  { collection_id: id, paid_as: reference }: RefundRow,
): Promise<CollectionRow> {
  const [paid] = await tx<CollectionRow[]>`
    select c.*, coalesce(t.provider, c.provider) as provider, coalesce(t.provider_reference, c.provider_reference) as provider_reference,
      coalesce(t.method, c.method) as method, 
      -- A try of a page has a number of its own, or none that is known: the collection shows whoever tried last.
      case when t.number > 1 or t.attempt is not null then t.customer_phone else c.customer_phone end as customer_phone
    from collections c left join collection_tries t
      on t.id in (select id from ${triesOf(tx, tx`${id}::uuid`)} tries) and t.provider_reference = ${reference}
    where c.id = ${id}`
  if (!paid) throw new Error(`The refund of ${reference} is of no collection.`)
  return paid
}

export async function delayOfReturn(
  { world, registry }: ReturnDesk,
  { environment }: PayoutDecider,
  id: string,
): Promise<number | null> {
  await registry.ready()
  const [found] = isId(id)
    ? await world.sql<
        RefundRow[]
      >`select * from withdrawals where id = ${id} and environment = ${environment}`
    : []
  return found && isFromReturns(found)
    ? await playedDelay({ registry }, { environment, merchantId: found.merchant_id })
    : null
}
