import type { Transaction } from '../database/database.ts'
import type { DiscrepancyRow } from '../discrepancies/discrepancies.ts'
import { triesOf } from '../evidence/evidence.ts'
import { countTurns, type RefundRow } from '../withdrawals/withdrawals.ts'

/** Money of an order that never was the merchant's: the refunds that were to return it, the last of them, and what became of it. */
export type Returns = {
  refunds: RefundRow[]
  last: RefundRow
  /** How often it was booked as taken back. */
  gone: number
  isGone: boolean
}

/** Steps of these refunds ask what is owed under the lock of the collection, which comes after theirs. */
export async function lockReturns(
  tx: Transaction,
  { collection_id: id, reference }: Pick<DiscrepancyRow, 'collection_id' | 'reference'>,
): Promise<Returns | undefined> {
  const returns = tx`withdrawals w join collections c on c.id = w.collection_id
    where w.collection_id = ${id} and w.origin in ('declined', 'mispaid')
      and w.paid_as = coalesce(${reference}::text, c.provider_reference)
    order by w.id`
  await tx`select from ${returns} for update of w`
  await tx`select from collections where id = ${id} for update`
  const refunds = await tx<RefundRow[]>`select w.* from ${returns}`
  const last = refunds.find((one) => refunds.every(({ again_of: again }) => again !== one.id))
  if (!last) return undefined
  const { gone, come } = await countTurns(tx, last)
  return { refunds, last, gone, isGone: gone > come }
}

/** What each booking of such money has in common. */
export function bookedOf(row: RefundRow) {
  const { id: withdrawalId, collection_id: collectionId, provider_reference: reference } = row
  const { amount, merchant_id: merchantId, environment, currency } = row
  const about = { merchantId, environment, currency, reference, collectionId, withdrawalId }
  return { ...about, type: 'payer_return', amount } as const
}

/** The provider with whom it came. */
export async function providerOf(tx: Transaction, row: RefundRow): Promise<string> {
  const { collection_id: id, paid_as: paidAs } = row
  const [paid] = await tx<{ provider: string }[]>`
    select provider from collection_tries
    where id in (select id from ${triesOf(tx, tx`${id}::uuid`)} tries) and provider_reference = ${paidAs}
    union all select provider from collections where id = ${id} limit 1`
  return paid?.provider ?? row.provider
}
