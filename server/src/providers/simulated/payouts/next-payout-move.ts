import type { FailureReason } from '../../provider.ts'
import { chance } from '../chance.ts'
import { reversalMs } from '../next-move.ts'
import type { Payout } from './payout.ts'

/** A payout that changes its state, and what becomes known by it. */
export type PayoutMove =
  | { payout: Payout; to: 'paid'; amount: bigint; reversesAt: Date | null }
  | { payout: Payout; to: 'failed'; reason: FailureReason }
  | { payout: Payout; to: 'reversed'; amount: bigint }

/** One shilling too much. */
const surplus = 100n

/** What a payout that is due does by itself. */
export function nextPayoutMove(payout: Payout, now: Date): PayoutMove {
  const { state, ending, amount, paid_amount } = payout
  if (state === 'paid') return { payout, to: 'reversed', amount: paid_amount ?? amount }
  const isRefused = ending === 'refuse' || (ending === 'chance' && isUnlucky(payout))
  if (isRefused) return { payout, to: 'failed', reason: 'refused' }
  return {
    payout,
    to: 'paid',
    amount: ending === 'other_amount' ? amount + surplus : amount,
    reversesAt: ending === 'reverse' ? new Date(now.getTime() + reversalMs) : null,
  }
}

function isUnlucky({ seed, draw, failure_rate }: Payout): boolean {
  return chance(seed, draw, 'fails') < failure_rate
}
