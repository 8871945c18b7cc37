import type { Transaction } from '../../../database/database.ts'
import { textFromMinor } from '../../../primitives/money.ts'
import type { World } from '../../../world/world.ts'
import type { SignCallback } from '../sign-callback.ts'
import type { PayoutMove } from './next-payout-move.ts'
import { eventOfPayoutWord, wordOfPayout } from './payout-words.ts'

/** Leaves the callbacks of moves to be delivered, in the transaction that makes the moves. */
export async function writePayoutCallbacks(
  tx: Transaction,
  world: World,
  sign: SignCallback,
  moves: PayoutMove[],
): Promise<void> {
  const now = world.clock.now()
  const callbacks = moves.flatMap((move) =>
    bodiesOf(world, move).map((body) => ({ id: world.newId(), payout: move.payout, body })),
  )
  if (callbacks.length === 0) return
  await tx`
    insert into network_callbacks (id, environment, reference, body, signature, deliver_at)
    select * from unnest(${callbacks.map(({ id }) => id)}::uuid[],
      ${callbacks.map(({ payout }) => payout.environment)}::text[],
      ${callbacks.map(({ payout }) => payout.reference)}::text[], ${callbacks.map(({ body }) => body)}::text[],
      ${callbacks.map(({ body }) => sign(body))}::text[], ${callbacks.map(() => now)}::timestamptz[])`
}

/** What is sent of a move, in order. */
function bodiesOf(world: World, move: PayoutMove): string[] {
  const { mishap } = move.payout
  if (mishap === 'lost') return []
  const truth = bodyOf(world.newId(), move, wordOfPayout({ state: move.to }))
  // A callback that comes twice is the same event with the same name.
  if (mishap === 'twice') return [truth, truth]
  const contradicts = mishap === 'contradicting' && move.to === 'paid'
  return contradicts ? [truth, bodyOf(world.newId(), move, wordOfPayout({ state: 'failed' }))] : [truth]
}

function bodyOf(eventId: string, move: PayoutMove, word: string): string {
  const { payout } = move
  return JSON.stringify({
    event_id: eventId,
    event_type: eventOfPayoutWord(word),
    provider_reference: payout.reference,
    amount: textFromMinor(move.to === 'failed' ? payout.amount : move.amount),
    currency: payout.currency,
    payment_status: word,
  })
}
