import { chance } from './chance.ts'
import { wordOfFailure } from './network-words.ts'
import { type Move, reversalMs } from './next-move.ts'
import { type Mishap, mishaps, type Payment } from './payment.ts'
import type { Profile } from './profile.ts'

/** What the network says of a move, and how badly. */
export type PlannedCallback = { word: string; delayMs: number; copies: number; isBadlySigned: boolean }

/** Within this time one callback may overtake another. */
const disorderMs = 2_000

/** The callbacks that follow a move, in the order they are sent. An expiry is never told: one has to ask. */
export function planCallbacks(move: Move, profile: Profile): PlannedCallback[] {
  if (move.to === 'expired') return []
  const wrong = mishapsOf(move.payment, profile)
  if (wrong.has('lost')) return []
  const delayMs =
    (wrong.has('late') ? profile.late_by_ms : 0) + (wrong.has('out_of_order') ? overtakenMs(move) : 0)
  const isBadlySigned = wrong.has('badly_signed')
  const truth = { word: wordOf(move), delayMs, copies: wrong.has('twice') ? 2 : 1, isBadlySigned }
  if (!wrong.has('contradicting') || move.to === 'reversed') return [truth]
  const opposite = move.to === 'paid' ? wordOfFailure('refused') : 'COMPLETED'
  return [truth, { word: opposite, delayMs, copies: 1, isBadlySigned }]
}

/** Drawn for the payment and not for each callback, so that all that is said of it goes wrong in the same way. */
function mishapsOf(payment: Payment, profile: Profile): Set<Mishap> {
  const { environment, mishap, seed, draw, is_exact } = payment
  const wrong = new Set<Mishap>(mishap === null ? [] : [mishap])
  if (environment === 'live') return wrong
  for (const kind of mishaps) {
    if (is_exact && kind === 'contradicting') continue
    if (profile[kind] > 0 && chance(seed, draw, kind) < profile[kind]) wrong.add(kind)
  }
  return wrong
}

/** The reversal overtakes the success; other callbacks are shuffled among their neighbours. */
function overtakenMs(move: Move): number {
  if (move.to === 'reversed') return 0
  if (move.to === 'paid' && move.reversesAt !== null) return 2 * reversalMs
  return Math.floor(chance(move.payment.seed, move.payment.draw, 'disorder') * disorderMs)
}

function wordOf(move: Move): string {
  if (move.to === 'paid') return 'COMPLETED'
  return move.to === 'reversed' ? 'REVERSED' : wordOfFailure(move.reason)
}
