import type { FailureReason } from '../provider.ts'
import { chance } from './chance.ts'
import type { Ending, Payment } from './payment.ts'

/** A payment that changes its state, and what becomes known by it. */
export type Move =
  | { payment: Payment; to: 'paid'; amount: bigint; hold: string | null; reversesAt: Date | null }
  | { payment: Payment; to: 'declined' | 'expired'; reason: FailureReason }
  | { payment: Payment; to: 'reversed'; amount: bigint }

/** Long enough that success is seen before it is undone. */
export const reversalMs = 300

/** One shilling too much. */
const surplus = 100n

const reasonOfEnding = {
  decline: 'declined',
  insufficient_funds: 'insufficient_funds',
  wrong_pin: 'wrong_pin',
  refuse: 'refused',
} as const satisfies Partial<Record<Ending, FailureReason>>

/** What a payment that is due does by itself. */
export function nextMove(payment: Payment, now: Date): Move {
  const { state, due_at, expires_at, ending, amount, paid_amount } = payment
  if (state === 'paid') return { payment, to: 'reversed', amount: paid_amount ?? amount }
  const isOver = due_at !== null && expires_at !== null && due_at >= expires_at
  if (ending === null || isOver) return { payment, to: 'expired', reason: 'expired' }
  return moveBy(payment, ending === 'chance' ? drawnEnding(payment) : ending, now)
}

/** How a payment moves when it ends in a certain way, be it by itself or by hand. */
export function moveBy(payment: Payment, ending: Exclude<Ending, 'chance'>, now: Date): Move {
  if (ending in reasonOfEnding) {
    return { payment, to: 'declined', reason: reasonOfEnding[ending as keyof typeof reasonOfEnding] }
  }
  return {
    payment,
    to: 'paid',
    amount: ending === 'other_amount' ? payment.amount + surplus : payment.amount,
    hold: ending === 'hold' ? 'simulated' : null,
    reversesAt: ending === 'reverse' ? new Date(now.getTime() + reversalMs) : null,
  }
}

function drawnEnding({ seed, draw, failure_rate }: Payment): 'refuse' | 'approve' {
  return chance(seed, draw, 'fails') < failure_rate ? 'refuse' : 'approve'
}
