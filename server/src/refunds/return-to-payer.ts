import { type CollectionRow, payerOf } from '../collections/collections.ts'
import type { Transaction } from '../database/database.ts'
import { oweToPayer, post } from '../ledger/ledger.ts'
import { type Charges, findRules } from '../pricing/pricing.ts'
import type { Registry } from '../providers/providers.ts'
import { dueAfter, insertWithdrawal, type RefundRow } from '../withdrawals/withdrawals.ts'
import type { World } from '../world/world.ts'
import { destinationOf, draftRefund, type GivenDestination, type Paid, wayOf } from './draft-refund.ts'

export type ReturnDesk = { world: World; registry: Registry }

export type Return = {
  paid: Paid
  amount: bigint
  origin: 'declined' | 'mispaid'
  given: GivenDestination
  /** Null where nobody decided it. */
  by: { adminId: string | null }
  note: string | null
  approvalDelayMs: number | null
}

/** Nobody pays for what was never theirs. */
const uncharged = (amount: bigint): Charges => ({
  percentageFee: 0n,
  flatFee: 0n,
  serviceFee: 0n,
  processorCharge: 0n,
  passThrough: true,
  totalCharges: 0n,
  totalReserved: amount,
  recipientNet: amount,
})

/**
 * Money that came and never was the merchant's is owed to its payer from now on, and a refund that somebody has to approve takes it
 * there. The order of each payment can be owed once: who tries it a second time is refused by the database.
 */
export async function returnToPayer(tx: Transaction, desk: ReturnDesk, wish: Return): Promise<RefundRow> {
  const row = await draftReturn(tx, desk, wish, null)
  await insertWithdrawal(tx, row, wish.by.adminId)
  const { amount, merchant_id: merchantId, environment, currency, provider_reference: reference } = row
  await post(tx, desk.world, [
    {
      cause: `refund ${row.id} payer_return`,
      type: 'payer_return',
      direction: 'credit',
      amount,
      ...oweToPayer(wish.paid.provider, amount),
      ...{ merchantId, environment, currency, reference },
      collectionId: row.collection_id,
      withdrawalId: row.id,
    },
  ])
  return row
}

/** The money is owed already: another refund takes it from there. */
export async function returnAgain(
  tx: Transaction,
  desk: ReturnDesk,
  wish: Return,
  before: RefundRow,
): Promise<RefundRow> {
  const row = await draftReturn(tx, desk, wish, before.id)
  await insertWithdrawal(tx, row, wish.by.adminId)
  return row
}

async function draftReturn(
  tx: Transaction,
  desk: ReturnDesk,
  { paid, amount, origin, given, by, note, approvalDelayMs }: Return,
  againOf: string | null,
): Promise<RefundRow> {
  const { world } = desk
  const destination = destinationOf(paid, amount, given)
  const now = world.clock.now()
  const [rule] = await findRules(tx, now, [{ merchantId: paid.merchant_id, channel: 'REFUND' }])
  if (!rule) throw new Error('There is no price for REFUND.')
  const row = draftRefund(world, paid, {
    ...destination,
    ...wayOf(desk, paid, amount, destination),
    amount,
    origin,
    reason: null,
    refund_note: note,
    // Whoever says where money goes does not approve it. Where the payer is known, nobody chose.
    asked_by: payerOf(paid) === null ? by.adminId : null,
    api_key_id: null,
    again_of: againOf,
    rule,
    charges: uncharged(amount),
  })
  return { ...row, due_at: dueAfter(now, approvalDelayMs) }
}

/** Whether it can go back without anybody being asked where to. */
export function isReturnable(
  { registry }: Pick<ReturnDesk, 'registry'>,
  collection: Pick<
    CollectionRow,
    'environment' | 'merchant_id' | 'currency' | 'amount' | 'method' | 'customer_phone'
  >,
): boolean {
  const payer = payerOf(collection)
  if (payer?.destinationCode == null) return false
  const { environment, merchant_id: merchantId, currency, amount } = collection
  const { method, destinationCode } = payer
  return registry.isCarriable({ environment, merchantId, method, amount, currency, destinationCode })
}
