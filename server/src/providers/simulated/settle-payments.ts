import type { Transaction } from '../../database/database.ts'
import type { World } from '../../world/world.ts'
import { chargeSubscribers } from './charge-subscribers.ts'
import type { Move } from './next-move.ts'
import type { SignCallback } from './sign-callback.ts'
import { writeCallbacks } from './write-callbacks.ts'

/** The one door through which payments, locked by the caller, change state: with their purses and callbacks. */
export async function settlePayments(
  tx: Transaction,
  world: World,
  sign: SignCallback,
  wanted: Move[],
): Promise<Move[]> {
  const moves = await chargeSubscribers(tx, wanted)
  await tx`
    update network_payments p set state = m.state, paid_amount = m.paid_amount, hold = m.hold,
      failure_reason = m.failure_reason, due_at = m.due_at
    from unnest(${moves.map(({ payment }) => payment.reference)}::text[], ${moves.map(({ to }) => to)}::text[],
      ${moves.map((move) => ('amount' in move ? move.amount : null))}::bigint[],
      ${moves.map((move) => (move.to === 'paid' ? move.hold : null))}::text[],
      ${moves.map((move) => ('reason' in move ? move.reason : null))}::text[],
      ${moves.map((move) => (move.to === 'paid' ? move.reversesAt : null))}::timestamptz[])
      as m (reference, state, paid_amount, hold, failure_reason, due_at)
    where p.reference = m.reference`
  await writeCallbacks(tx, world, sign, moves)
  return moves
}
