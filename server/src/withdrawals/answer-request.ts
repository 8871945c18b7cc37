import type { Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { findWithdrawal } from './find-withdrawals.ts'
import { moveWithdrawals, stepOf } from './move-withdrawals.ts'
import { dueAfter } from './request-withdrawals.ts'
import { lockWithdrawals } from './resolve-withdrawals.ts'
import type { WithdrawalRow } from './withdrawal-row.ts'

/** The merchant answers what a Super Admin asked, and the withdrawal goes back to the queue. */
export async function answerRequest(
  tx: Transaction,
  world: World,
  caller: Actor,
  id: string,
  message: string,
  approvalDelayMs: number | null,
): Promise<WithdrawalRow> {
  const { id: found } = await findWithdrawal(tx, id, caller)
  const withdrawal = (await lockWithdrawals(tx, [found])).get(found)
  if (withdrawal?.status !== 'INFO_REQUESTED') throw new Refusal('invalid_state')
  const step = stepOf(
    {
      withdrawal,
      to: 'PENDING_ADMIN_APPROVAL',
      source: 'merchant',
      byUser: caller.by.kind === 'person' ? caller.by.user.id : null,
      providerStatus: null,
      note: message,
    },
    world.clock.now(),
  )
  const after = { ...step.after, due_at: dueAfter(world.clock.now(), approvalDelayMs) }
  await moveWithdrawals(tx, world, [{ ...step, after }])
  return after
}
