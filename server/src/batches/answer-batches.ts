import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { Refusal } from '../primitives/refusal.ts'
import { dueAfter } from '../withdrawals/withdrawals.ts'
import type { World } from '../world/world.ts'
import { mayMoveBatch } from './batch-lifecycle.ts'
import { type BatchRow, findBatch, lockBatch } from './batch-row.ts'
import { leaveOutRows } from './leave-out-rows.ts'
import { moveBatch } from './move-batch.ts'
import { rejectBatch } from './reject-batch.ts'

const personIn = ({ by }: Actor) => (by.kind === 'person' ? by.user.id : null)

/** The merchant answers what a Super Admin asked, and the batch goes back to the queue. */
export async function answerBatch(
  tx: Transaction,
  world: World,
  caller: Actor,
  id: string,
  message: string,
  approvalDelayMs: number | null,
): Promise<BatchRow> {
  const batch = await lockOwn(tx, id, caller)
  if (batch.status !== 'INFO_REQUESTED') throw new Refusal('invalid_state')
  const note = await leaveOutRows(tx, batch, message)
  const dueAt = dueAfter(world.clock.now(), approvalDelayMs)
  const wish = { batch, to: 'PENDING_ADMIN_APPROVAL', source: 'merchant', dueAt } as const
  return await moveBatch(tx, world, { ...wish, byUser: personIn(caller), note })
}

/** The merchant takes a batch back before anybody has decided, with the audit entry in the same transaction. */
export async function cancelBatch(
  tx: Transaction,
  world: World,
  caller: Actor,
  id: string,
  requestId: string,
): Promise<BatchRow> {
  const batch = await lockOwn(tx, id, caller)
  if (!mayMoveBatch(batch.status, 'REJECTED', 'merchant')) throw new Refusal('invalid_state')
  const byUser = personIn(caller)
  const after = await rejectBatch(tx, world, batch, {
    source: 'merchant',
    byUser,
    note: 'cancelled by the merchant',
  })
  recordAudit(tx, world.vault, [
    {
      at: world.clock.now(),
      actor:
        caller.by.kind === 'person'
          ? { kind: 'member', id: caller.by.user.id }
          : { kind: 'api_key', id: caller.by.keyId },
      action: 'disbursement_batch.cancel',
      subject: { kind: 'disbursement_batch', id: batch.id },
      merchantId: batch.merchant_id,
      details: {
        from: batch.status,
        to: after.status,
        rows: batch.row_count,
        content_hash: batch.content_hash,
      },
      requestId,
    },
  ])
  return after
}

async function lockOwn(tx: Transaction, id: string, caller: Actor): Promise<BatchRow> {
  const { id: found } = await findBatch(tx, id, caller)
  const batch = await lockBatch(tx, found)
  if (!batch) throw new Refusal('not_found')
  return batch
}
