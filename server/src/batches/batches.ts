import { type KeptForEver, keepForEver } from '../database/database.ts'
import type { Route } from '../http/http.ts'
import type { Chore } from '../jobs/jobs.ts'
import type { Deciding } from '../withdrawals/withdrawals.ts'
import { adminBatchRoutes } from './admin-batch-routes.ts'
import { batchRoutes } from './batch-routes.ts'
import type { BatchDesk } from './draft-rows.ts'
import { playBatches } from './play-batches.ts'
import { batchSender } from './send-batches.ts'

export { legalBatchSteps } from './batch-lifecycle.ts'
export { batchColumns } from './batch-row.ts'
export { hastenBatch } from './hasten-batch.ts'
export { playBatches } from './play-batches.ts'
export { batchSender } from './send-batches.ts'

export function routes({ world, registry, approvalsNeeded }: BatchDesk & Deciding): Route[] {
  return [...batchRoutes({ world, registry }), ...adminBatchRoutes({ world, registry, approvalsNeeded })]
}

export function chores({ world, registry }: BatchDesk): Chore[] {
  return [
    { name: 'batches.send', everyMs: 250, work: batchSender(world) },
    { name: 'batches.play', everyMs: 1_000, work: () => playBatches({ world, registry }) },
    { name: 'batches.keep-history', everyMs: 600_000, work: () => keepForEver(world, batchHistory) },
  ]
}

export const batchHistory: KeptForEver = { table: 'disbursement_batch_history', key: 'batch_id' }
