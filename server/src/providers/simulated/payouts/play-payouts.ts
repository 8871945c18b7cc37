import type { Transaction } from '../../../database/database.ts'
import type { World } from '../../../world/world.ts'
import type { SignCallback } from '../sign-callback.ts'
import { nextPayoutMove, type PayoutMove } from './next-payout-move.ts'
import type { Payout } from './payout.ts'
import { writePayoutCallbacks } from './write-payout-callbacks.ts'

/** Enough to share the cost of a commit, few enough to let go of the rows soon. */
const mostAtOnce = 500

/** Plays what is due, whoever else is doing the same. Returns how many payouts moved. */
export async function playPayouts(world: World, sign: SignCallback): Promise<number> {
  const now = world.clock.now()
  // Asked many times a second and mostly in vain: one round trip, where a transaction takes three.
  const [waiting] = await world.sql`select 1 from network_payouts where due_at <= ${now} limit 1`
  if (!waiting) return 0
  return await world.sql.begin(async (tx) => {
    const due = await tx<Payout[]>`
      select * from network_payouts where due_at <= ${now} order by due_at, reference limit ${mostAtOnce}
      for update skip locked`
    if (due.length === 0) return 0
    const moves = due.map((payout) => nextPayoutMove(payout, now))
    await movePayouts(tx, moves)
    await writePayoutCallbacks(tx, world, sign, moves)
    return due.length
  })
}

async function movePayouts(tx: Transaction, moves: PayoutMove[]): Promise<void> {
  await tx`
    update network_payouts p set state = m.state, paid_amount = m.paid_amount, reason = m.reason, due_at = m.due_at
    from unnest(${moves.map(({ payout }) => payout.reference)}::text[], ${moves.map(({ to }) => to)}::text[],
      ${moves.map((move) => (move.to === 'failed' ? null : move.amount))}::bigint[],
      ${moves.map((move) => (move.to === 'failed' ? move.reason : null))}::text[],
      ${moves.map((move) => (move.to === 'paid' ? move.reversesAt : null))}::timestamptz[])
      as m (reference, state, paid_amount, reason, due_at)
    where p.reference = m.reference`
}
