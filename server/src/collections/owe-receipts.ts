import type { Transaction } from '../database/database.ts'
import { queueReceipts, tellReturned } from '../fiscal/fiscal.ts'
import type { World } from '../world/world.ts'
import type { CollectionRow } from './collection-row.ts'

type Step = { after: CollectionRow }

/** What the tax authority is owed for what came, of those whose merchant has switched it on; and who is told of what went back. */
export async function oweReceipts(
  tx: Transaction,
  world: World,
  steps: Step[],
  owing: ReadonlySet<string>,
): Promise<void> {
  const came = steps.filter(({ after }) => after.status === 'successful' && owing.has(after.id))
  await queueReceipts(
    tx,
    world,
    came.map(({ after }) => ({
      ...{ collectionId: after.id, merchantId: after.merchant_id, environment: after.environment },
      ...{ amount: after.amount, currency: after.currency, at: after.updated_at },
    })),
  )
  await tellReturned(
    tx,
    world,
    steps.flatMap(({ after }) => (after.status === 'reversed' ? after.id : [])),
  )
}
