import type { Transaction } from '../database/database.ts'
import type { Failure } from '../primitives/failure.ts'
import { refuseHeldBack } from '../providers/providers.ts'
import { moveWithdrawals, refuseContradicted, stepOf } from '../withdrawals/withdrawals.ts'
import type { World } from '../world/world.ts'
import { type BatchRow, lockRows } from './batch-row.ts'
import { moveBatch } from './move-batch.ts'

type Ending =
  | { source: 'super_admin' | 'merchant'; byUser: string | null; note: string }
  /** What the sandbox cannot cover fails there, as every withdrawal does. */
  | { source: 'simulated_admin'; byUser: null; note: string; failure: Failure }

/** Ends a batch that nobody has approved, with all its rows. The batch is locked by the caller. */
export async function rejectBatch(
  tx: Transaction,
  world: World,
  batch: BatchRow,
  ending: Ending,
): Promise<BatchRow> {
  const { source, byUser, note } = ending
  const at = world.clock.now()
  const wish = { source, byUser, providerStatus: null, note }
  const end =
    'failure' in ending ? { to: 'FAILED' as const, failure: ending.failure } : { to: 'REJECTED' as const }
  const rows = await lockRows(tx, batch.id)
  await refuseHeldBack(tx, batch)
  await refuseContradicted(
    tx,
    rows.map(({ id }) => id),
  )
  await moveWithdrawals(
    tx,
    world,
    rows.map((withdrawal) => stepOf({ ...wish, ...end, withdrawal }, at)),
  )
  return await moveBatch(tx, world, { batch, to: 'REJECTED', source, byUser, note })
}
