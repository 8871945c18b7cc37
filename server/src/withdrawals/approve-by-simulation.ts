import { failureOf } from '../primitives/failure.ts'
import { Refusal } from '../primitives/refusal.ts'
import { moveWithdrawals, stepOf } from './move-withdrawals.ts'
import { lockWithdrawals } from './resolve-withdrawals.ts'
import type { Sender } from './send-withdrawals.ts'
import type { WithdrawalRow } from './withdrawal-row.ts'

/** In the sandbox nobody waits for a Super Admin: the approval is played, and what cannot be covered fails. */
export async function approveBySimulation({ world }: Sender, { id }: WithdrawalRow): Promise<void> {
  try {
    await move('PROCESSING', 'approved by the sandbox')
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'insufficient_balance') throw error
    await move('FAILED', 'the balance does not cover it')
  }

  async function move(to: 'PROCESSING' | 'FAILED', note: string): Promise<void> {
    await world.sql.begin(async (tx) => {
      const withdrawal = (await lockWithdrawals(tx, [id])).get(id)
      if (withdrawal?.status !== 'PENDING_ADMIN_APPROVAL') return
      const wish = {
        withdrawal,
        to,
        source: 'simulated_admin',
        byUser: null,
        providerStatus: null,
        note,
        failure: failureOf('insufficient_funds', 'The balance does not cover it.'),
      } as const
      await moveWithdrawals(tx, world, [stepOf(wish, world.clock.now())])
    })
  }
}
