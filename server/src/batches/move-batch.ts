import type { Transaction } from '../database/database.ts'
import { notify } from '../notifications/notifications.ts'
import { announce } from '../webhooks/webhooks.ts'
import type { World } from '../world/world.ts'
import { type BatchSource, type BatchStatus, batchEventOf, mayMoveBatch } from './batch-lifecycle.ts'
import { noticesOf } from './batch-notices.ts'
import type { BatchRow } from './batch-row.ts'
import { standingOf } from './show-batch.ts'

/** One batch, locked by the caller, and the state it goes to. */
export type BatchMove = {
  batch: BatchRow
  to: BatchStatus
  source: BatchSource
  byUser: string | null
  note: string | null
  /** In the sandbox: when the played operator comes to it next. */
  dueAt?: Date | null
}

const finals: readonly BatchStatus[] = ['REJECTED', 'DONE']

/**
 * The one place where a batch changes its state: row, history, event and what its merchant is told move together in the caller's
 * transaction, after whatever became of the rows. A step that the lifecycle does not know is a fault of ours.
 */
export async function moveBatch(tx: Transaction, world: World, move: BatchMove): Promise<BatchRow> {
  const { batch, to, source, byUser, note, dueAt = null } = move
  if (!mayMoveBatch(batch.status, to, source)) {
    throw new Error(`${source} may not move batch ${batch.id} from ${batch.status} to ${to}`)
  }
  const at = new Date(Math.max(world.clock.now().getTime(), batch.updated_at.getTime()))
  const after: BatchRow = {
    ...batch,
    status: to,
    moves: batch.moves + 1,
    due_at: dueAt,
    // Whoever lets it go has seen what failed before.
    counts_from: to === 'PROCESSING' ? at : batch.counts_from,
    updated_at: at,
    completed_at: finals.includes(to) ? at : null,
  }
  const event = batchEventOf(batch.status, to)
  await tx`
    with told as (
      insert into disbursement_batch_history
        (merchant_id, batch_id, seq, from_status, to_status, source, by_user, note, event, at)
      values (${batch.merchant_id}, ${batch.id}, ${after.moves}, ${batch.status}, ${to}, ${source}, ${byUser}, ${note}, ${event}, ${at}))
    update disbursement_batches set status = ${to}, moves = ${after.moves}, due_at = ${after.due_at},
      counts_from = ${after.counts_from}, updated_at = ${at}, completed_at = ${after.completed_at}
    where id = ${batch.id}`
  if (event !== null) {
    const resource = { ...(await standingOf(tx, after)), batch_id: after.id }
    const { merchant_id: merchantId, environment, id: resourceId, moves: sequence } = after
    await announce(tx, world.newId, [
      { merchantId, environment, type: event, resourceId, sequence, at, resource },
    ])
  }
  await notify(tx, world, noticesOf(after, move))
  return after
}
