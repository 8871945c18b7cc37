import type { Transaction } from '../database/database.ts'
import { lowestIdAt } from '../primitives/id.ts'
import { beginningOf, dayAfter } from '../primitives/instant.ts'
import type { World } from '../world/world.ts'
import type { KnownLane } from './lane.ts'
import { queueReceipts } from './queue-receipts.ts'

/** Far more than are paid while a service is upgraded; the next day's look finds the rest. */
const most = 10_000

type Paid = { id: string; amount: bigint; currency: string; completed_at: Date }

/**
 * Payments that came while it was switched on and owe no receipt, because a version of the service that knows nothing of receipts ended them
 * beside one that does. Looked for once a day, when it is closed, among those that were asked for on it or the day before.
 */
export async function queueLeftOut(
  tx: Transaction,
  world: World,
  { merchant_id: merchantId, environment, enabled_at: since }: KnownLane,
  day: string,
): Promise<void> {
  const [from, to] = [beginningOf(dayAfter(day, -1)), beginningOf(dayAfter(day))]
  if (since === null || from === null || to === null) return
  const paid = await tx<Paid[]>`
    select c.id, c.amount, c.currency, c.completed_at from collections c
    where c.merchant_id = ${merchantId} and c.environment = ${environment} and c.id >= ${lowestIdAt(from.getTime())}::uuid
      and c.id < ${lowestIdAt(to.getTime())}::uuid and c.status in ('successful', 'reversed') and c.completed_at > ${since}
      and not exists (select from fiscal_receipts r where r.merchant_id = c.merchant_id and r.collection_id = c.id)
    order by c.id limit ${most}`
  const owner = { merchantId, environment }
  await queueReceipts(
    tx,
    world,
    paid.map(({ id, amount, currency, completed_at: at }) => ({
      collectionId: id,
      ...owner,
      amount,
      currency,
      at,
    })),
  )
}
