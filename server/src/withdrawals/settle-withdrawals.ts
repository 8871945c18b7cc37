import { recordAudit } from '../audit/audit.ts'
import { refuseOwnMoney } from '../auth/auth.ts'
import type { Settle, Wanted } from '../discrepancies/discrepancies.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { lockWithdrawals } from './lock-withdrawals.ts'
import { moveWithdrawals, stepOf } from './move-withdrawals.ts'
import type { WithdrawalStatus } from './withdrawal-lifecycle.ts'

/** Carries out what a Super Admin decided about a contradiction, with the audit entry that every decision has. */
export function withdrawalSettler(world: World): Settle {
  return async (tx, id, wanted, by, note) => {
    const withdrawal = (await lockWithdrawals(tx, [id])).get(id)
    if (!withdrawal) throw new Error(`The withdrawal ${id} is contradicted and does not exist.`)
    await refuseOwnMoney(tx, world, by, withdrawal)
    const { status, merchant_id: merchantId } = withdrawal
    const to = planSettlement(status, wanted)
    if (to === 'refused')
      throw new Refusal('invalid_state', { message: `The withdrawal is ${status} by now.` })
    if (to === null) return
    const at = world.clock.now()
    const wish = {
      withdrawal,
      to,
      source: 'super_admin',
      byUser: by.adminId,
      providerStatus: null,
      note,
    } as const
    await moveWithdrawals(tx, world, [stepOf(wish, at)])
    recordAudit(tx, world.vault, [
      {
        at,
        actor: { kind: 'super_admin', id: by.adminId },
        action: 'withdrawal.settle',
        subject: { kind: 'withdrawal', id },
        merchantId,
        details: { from: status, to, note },
        requestId: by.requestId,
      },
    ])
  }
}

/** Money that is not out needs no way back; null where it is as wanted already. */
export function planSettlement(
  status: WithdrawalStatus,
  wanted: Wanted,
): WithdrawalStatus | null | 'refused' {
  if (wanted === 'ended') return null
  if (wanted === 'paid') return status === 'SUCCESS' ? null : 'refused'
  if (status === 'SUCCESS') return 'REVERSED'
  return status === 'REVERSED' || status === 'FAILED' || status === 'REJECTED' ? null : 'refused'
}
