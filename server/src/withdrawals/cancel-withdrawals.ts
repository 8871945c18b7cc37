import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../database/database.ts'
import type { Actor } from '../http/http.ts'
import { Refusal } from '../primitives/refusal.ts'
import { refuseHeldBack } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { refuseContradicted } from './contradicted.ts'
import { findWithdrawal } from './find-withdrawals.ts'
import { lockWithdrawals } from './lock-withdrawals.ts'
import { moveWithdrawals, stepOf } from './move-withdrawals.ts'
import { mayMove } from './withdrawal-lifecycle.ts'
import { isFromReturns, refuseAwaiting, type WithdrawalKind, type WithdrawalRow } from './withdrawal-row.ts'

/**
 * The merchant takes a withdrawal back before anybody has decided, with the audit entry in the same transaction. The row
 * is locked first: of a merchant who cancels and a Super Admin who approves, one finds the state gone.
 */
export async function cancelWithdrawal(
  tx: Transaction,
  world: World,
  caller: Actor,
  id: string,
  requestId: string,
  kind: WithdrawalKind = 'withdrawal',
): Promise<WithdrawalRow> {
  const { id: found } = await findWithdrawal(tx, id, caller, kind)
  const withdrawal = (await lockWithdrawals(tx, [found])).get(found)
  if (!withdrawal || !mayMove(withdrawal.status, 'REJECTED', 'merchant')) throw new Refusal('invalid_state')
  refuseAwaiting(withdrawal)
  if (isFromReturns(withdrawal)) {
    throw new Refusal('invalid_state', {
      message: 'This money is owed to whoever paid it, and is not yours to keep from them. Ask the operator.',
    })
  }
  await refuseHeldBack(tx, withdrawal)
  await refuseContradicted(tx, [withdrawal.id])
  const byUser = caller.by.kind === 'person' ? caller.by.user.id : null
  const wish = { withdrawal, to: 'REJECTED', source: 'merchant', byUser, providerStatus: null } as const
  const step = stepOf({ ...wish, note: 'cancelled by the merchant' }, world.clock.now())
  await moveWithdrawals(tx, world, [step])
  recordAudit(tx, world.vault, [
    {
      at: world.clock.now(),
      actor:
        caller.by.kind === 'person'
          ? { kind: 'member', id: caller.by.user.id }
          : { kind: 'api_key', id: caller.by.keyId },
      action: 'withdrawal.cancel',
      subject: { kind: 'withdrawal', id: withdrawal.id },
      merchantId: withdrawal.merchant_id,
      details: { from: withdrawal.status, to: step.after.status },
      requestId,
    },
  ])
  return step.after
}
