import type { operations, ReplyOf } from '@malipo/contract'
import { type CollectionRow, payerOf, refundableOf } from '../collections/collections.ts'
import type { Database, Fragment, Transaction } from '../database/database.ts'
import { textFromMinor } from '../primitives/money.ts'
import { hasGoneBack, isFromReturns, isRefund, type WithdrawalRow } from '../withdrawals/withdrawals.ts'

/** A collection as whoever decides about its refund sees it. Sums and times are texts: it comes as JSON. */
export type RefundedCollection = Pick<
  CollectionRow,
  'id' | 'status' | 'method' | 'customer_phone' | 'reference'
> & {
  amount: string
  refunded: string | null
  refund_claimed: string | null
  credited: string | null
  completed_at: string | null
}

type Shown = ReplyOf<typeof operations.adminListWithdrawals>['items'][number]['refund']

/** As a column of withdrawals `w`; null where it is no refund. */
export function refundedColumn(sql: Database | Transaction): Fragment {
  return sql`(select json_build_object('id', c.id, 'status', c.status, 'method', c.method, 'customer_phone', c.customer_phone,
      'reference', c.reference, 'amount', c.amount::text, 'refunded', c.refunded::text,
      'refund_claimed', c.refund_claimed::text, 'credited', c.credited::text, 'completed_at', c.completed_at)
    from collections c where c.id = w.collection_id)`
}

export function showRefunded(row: WithdrawalRow, collection: RefundedCollection | null): Shown {
  if (!isRefund(row) || collection === null) return null
  const { status } = collection
  const [amount, claimed] = [BigInt(collection.amount), BigInt(collection.refund_claimed ?? 0)]
  const credited = BigInt(collection.credited ?? 0)
  return {
    reason: row.reason,
    note: row.refund_note,
    origin: row.origin,
    way: row.way,
    fee_returned: textFromMinor(row.fee_returned),
    collection: {
      collection_id: collection.id,
      status,
      method: collection.method,
      amount: textFromMinor(amount),
      refunded_amount: textFromMinor(BigInt(collection.refunded ?? 0)),
      refundable_amount: textFromMinor(refundableOf({ status, amount, refund_claimed: claimed, credited })),
      payer: payerOf(collection)?.identifier ?? null,
      merchant_reference: collection.reference,
      completed_at: collection.completed_at && new Date(collection.completed_at).toISOString(),
    },
  }
}

const unarrived: readonly string[] = ['REJECTED', 'FAILED', 'REVERSED']

/** Whether it is money of a payer that waits: its refund has ended without arriving, no other was made, and the provider has not returned it. */
export async function isOwed(sql: Database | Transaction, row: WithdrawalRow): Promise<boolean> {
  if (!isFromReturns(row) || !unarrived.includes(row.status)) return false
  const [next] = await sql`select from withdrawals where again_of = ${row.id}`
  return next === undefined && isRefund(row) && !(await hasGoneBack(sql, row))
}
