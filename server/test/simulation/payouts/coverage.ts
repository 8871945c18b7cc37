import { withdrawalStatuses } from '@malipo/contract'
import { legalWithdrawalSteps, sources } from '../../../src/withdrawals/withdrawal-lifecycle.ts'
import { crashPoints } from '../../../src/world/world.ts'
import { steps } from './steps.ts'

/**
 * A payout that was blocked here was never taken in, so nobody has reason to say so, and the sandbox asks nothing here; the
 * stories play these ways.
 */
const leftToStories = [
  'BLOCKED_IP_WHITELIST→SUCCESS',
  'BLOCKED_IP_WHITELIST→NEEDS_ADMIN_ATTENTION',
  'INFO_REQUESTED→FAILED',
]

export function expected(): string[] {
  return [
    ...steps.map(({ name }) => `step ${name}`),
    ...legalWithdrawalSteps()
      .map(({ from, to }) => `${from}→${to}`)
      .filter((way) => !leftToStories.includes(way))
      .map((way) => `way ${way}`),
    ...sources.map((source) => `source ${source}`),
    ...crashPoints.filter((point) => point.startsWith('withdrawal.')).map((point) => `crash ${point}`),
    'crash callback.stored',
    'crash before a statement',
    'crash after a statement',
    ...withdrawalStatuses.map((status) => `refund ${status}`),
    'refund refused refund_too_large',
    'refund refused insufficient_balance',
    'submit refused insufficient_balance',
    'approve refused insufficient_balance',
    'approve refused invalid_state',
    'approve refused forbidden',
  ]
}
