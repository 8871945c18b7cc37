import type { Transaction } from '../database/database.ts'
import { findRules } from '../pricing/pricing.ts'

type Charged = { id: string; merchant_id: string; completed_at: Date | null }

/** What a payment cost, and how much of it went back with refunds that are paid. */
export type ReturnableFee = { fee: bigint; returned: bigint }

/**
 * Of these collections, those whose rule gives the fee back, with what they cost. The rule is that which was in force when the
 * payment was charged; what was charged stands in the ledger.
 */
export async function findReturnableFees(
  tx: Transaction,
  collections: readonly Charged[],
): Promise<Map<string, ReturnableFee>> {
  const found = new Map<string, ReturnableFee>()
  for (const { id, merchant_id: merchantId, completed_at: at } of collections) {
    if (at === null) continue
    const [rule] = await findRules(tx, at, [{ merchantId, channel: 'COLLECTION' }])
    if (!rule?.refundReturnsFee) continue
    const [row] = await tx<ReturnableFee[]>`
      select (select coalesce(sum(amount), 0)::bigint from ledger_transactions
          where collection_id = ${id} and withdrawal_id is null and type = 'collection_fee' and direction = 'debit') as fee,
        (select coalesce(sum(fee_returned), 0)::bigint from withdrawals where collection_id = ${id}) as returned`
    if (row && row.fee > 0n) found.set(id, { ...row })
  }
  return found
}

/**
 * What goes back with a refund that brings all that was refunded to `refunded`: in proportion, rounded down, less what went back
 * before. So the parts of a payment that is refunded whole sum to its fee, in whatever order they are made or undone.
 */
export function feePart({ fee, returned }: ReturnableFee, refunded: bigint, amount: bigint): bigint {
  const share = (fee * (refunded < amount ? refunded : amount)) / amount
  return share > returned ? share - returned : 0n
}
