import type { Transaction } from '../database/database.ts'
import { chargesOf, findRules } from '../pricing/pricing.ts'
import type { CollectionRow } from './collection-row.ts'

type Step = { before: CollectionRow; after: CollectionRow }

/** By collection: what its success costs now, or what it cost and a reversal gives back. Most cost nothing. */
export async function findFees(
  tx: Transaction,
  steps: Step[],
  mayCost: ReadonlySet<string>,
): Promise<Map<string, bigint>> {
  const fees = new Map<string, bigint>()
  const charged = steps
    .map(({ after }) => after)
    .filter(({ id, status }) => isSuccess(status) && mayCost.has(id))
  const [first] = charged
  if (first) {
    // The steps of one transaction happen at one time.
    const wanted = charged.map(
      ({ merchant_id: merchantId }) => ({ merchantId, channel: 'COLLECTION' }) as const,
    )
    const rules = await findRules(tx, first.updated_at, wanted)
    rules.forEach((rule, place) => {
      const collection = charged[place]
      if (collection) fees.set(collection.id, chargesOf(rule, collection.amount).serviceFee)
    })
  }
  const reversed = steps
    .filter(({ before, after }) => isSuccess(before.status) && after.status === 'reversed')
    .map(({ after }) => after)
  for (const [id, fee] of await readFees(tx, reversed)) fees.set(id, fee)
  return fees
}

function isSuccess(status: CollectionRow['status']): boolean {
  return status === 'successful'
}

/** What was charged stands in the ledger, and what refunds have given back of it: the rule may be another by now. */
async function readFees(
  tx: Transaction,
  collections: Pick<CollectionRow, 'id' | 'merchant_id'>[],
): Promise<[id: string, fee: bigint][]> {
  if (collections.length === 0) return []
  const merchants = [...new Set(collections.map(({ merchant_id: merchantId }) => merchantId))]
  const rows = await tx<{ collection_id: string; amount: bigint }[]>`
    select collection_id, sum(case direction when 'debit' then amount else -amount end)::bigint as amount
    from ledger_transactions
    where collection_id = any(${collections.map(({ id }) => id)}::uuid[]) and of_merchants(merchant_id, ${merchants}::uuid[])
      and type = 'collection_fee'
    group by collection_id`
  return rows.map(({ collection_id: id, amount }) => [id, amount])
}
