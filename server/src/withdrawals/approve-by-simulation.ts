import { type Failure, failureOf } from '../primitives/failure.ts'
import { Refusal } from '../primitives/refusal.ts'
import { refuseUnready } from '../recipients/recipients.ts'
import type { World } from '../world/world.ts'
import { lockFreeWithdrawal } from './lock-withdrawals.ts'
import { moveWithdrawals, stepOf } from './move-withdrawals.ts'
import type { Sender } from './send-withdrawals.ts'
import type { WithdrawalStatus } from './withdrawal-lifecycle.ts'
import type { WithdrawalRow } from './withdrawal-row.ts'

/**
 * In the sandbox nobody waits for a Super Admin: the approval is played, and what cannot be covered fails. About some
 * recipients the played one asks first, once.
 */
export async function approveBySimulation({ world, registry }: Sender, row: WithdrawalRow): Promise<void> {
  const isAsked = registry.rehearsalOf(row)?.asksFirst(row.destination_identifier) ?? false
  if (isAsked && row.moves === 1) {
    return await moveBySimulation(world, row, 'INFO_REQUESTED', 'Who is the recipient, and what is it for?')
  }
  try {
    await moveBySimulation(world, row, 'PROCESSING', 'approved by the sandbox')
  } catch (error) {
    const fault = error instanceof Refusal ? faults[error.code] : undefined
    if (fault === undefined) throw error
    await moveBySimulation(world, row, 'FAILED', fault.note, fault.failure)
  }
}

/** What stands in the way of an approval for good. */
const faults: { [code: string]: { note: string; failure: Failure } | undefined } = {
  insufficient_balance: {
    note: 'the balance does not cover it',
    failure: failureOf('insufficient_funds', 'The balance does not cover it.'),
  },
  recipient_blocked: {
    note: 'the recipient is blocked or was removed',
    failure: failureOf('rejected', 'The recipient is blocked or was removed.'),
  },
}

/** Moves it from where it was seen; if it has moved on since, whoever moved it is right. */
export async function moveBySimulation(
  world: World,
  { id, moves }: WithdrawalRow,
  to: WithdrawalStatus,
  note: string,
  failure?: Failure,
): Promise<void> {
  await world.sql.begin(async (tx) => {
    const withdrawal = await lockFreeWithdrawal(tx, id)
    if (withdrawal.moves !== moves) return
    // Nothing cools in the sandbox, so that nobody has anything to override.
    const isApproved = to === 'PROCESSING' && withdrawal.status !== 'BLOCKED_IP_WHITELIST'
    if (isApproved) await refuseUnready(tx, withdrawal, world.clock.now(), false)
    const wish = { withdrawal, to, source: 'simulated_admin', byUser: null, providerStatus: null } as const
    const step = stepOf({ ...wish, note, ...(failure && { failure }) }, world.clock.now())
    await moveWithdrawals(tx, world, [step])
  })
}
