import type { Transaction } from '../database/database.ts'
import { type Notice, notify } from '../notifications/notifications.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { World } from '../world/world.ts'
import type { Step } from './move-withdrawals.ts'
import type { WithdrawalStatus } from './withdrawal-lifecycle.ts'

/** What a merchant is told when a withdrawal enters a state; what is not here is nothing to act upon. */
const titles: Partial<Record<WithdrawalStatus, string>> = {
  INFO_REQUESTED: 'We need more information about a withdrawal',
  PROCESSING: 'A withdrawal was approved',
  REJECTED: 'A withdrawal was rejected',
  SUCCESS: 'A withdrawal was paid out',
  FAILED: 'A withdrawal failed',
  REVERSED: 'A withdrawal came back',
}

export async function tellMerchants(
  tx: Transaction,
  world: World,
  steps: Step[],
  mailIsConfigured: boolean,
): Promise<void> {
  const notices = steps.flatMap(({ after, note }): Notice[] => {
    const title = titles[after.status]
    if (title === undefined) return []
    const what = `${after.currency} ${textFromMinor(after.amount)} to ${after.destination_name}`
    return [
      {
        merchantId: after.merchant_id,
        environment: after.environment,
        kind: `withdrawal.${after.status.toLowerCase()}`,
        title,
        text: note === null ? `${what}.` : `${what}: ${note}`,
        withdrawalId: after.id,
      },
    ]
  })
  await notify(tx, world, notices, mailIsConfigured)
}
