import type { Environment } from '@malipo/contract'
import type { Transaction } from '../../../database/database.ts'
import { textFromMinor } from '../../../primitives/money.ts'
import type { World } from '../../../world/world.ts'
import { eventOfPayoutWord, wordOfPayout } from '../codes.ts'
import { tellRecipients } from '../handsets/tell-handsets.ts'
import type { SignCallback } from '../sign.ts'
import { nextPayoutMove, type Payout, type PayoutMove } from './payout.ts'

/** Enough to share the cost of a commit, few enough to let go of the rows soon. */
const mostAtOnce = 500

/** Plays what is due, whoever else is doing the same. Returns how many payouts moved. */
export async function playPayouts(
  world: World,
  sign: SignCallback,
  among: readonly Environment[],
): Promise<number> {
  const now = world.clock.now()
  return await world.sql.begin(async (tx) => {
    const due = await tx<Payout[]>`
      select * from network_payouts where due_at <= ${now} and environment = any(${among}::text[]) order by due_at, reference limit ${mostAtOnce}
      for update skip locked`
    if (due.length === 0) return 0
    const moves = due.map((payout) => nextPayoutMove(payout, now))
    await movePayouts(tx, moves)
    await tellRecipients(tx, world, moves)
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

/** Leaves the callbacks of moves to be delivered, in the transaction that makes the moves. */
async function writePayoutCallbacks(
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
  const reason = move.to === 'failed' ? move.reason : null
  const truth = bodyOf(world.newId(), move, wordOfPayout({ state: move.to, reason }))
  // A callback that comes twice is the same event with the same name.
  if (mishap === 'twice') return [truth, truth]
  const contradicts = mishap === 'contradicting' && move.to === 'paid'
  const opposite = wordOfPayout({ state: 'failed', reason: 'refused' })
  return contradicts ? [truth, bodyOf(world.newId(), move, opposite)] : [truth]
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
