import type { Environment } from '@malipo/contract'
import type { Transaction } from '../../database/database.ts'
import type { World } from '../../world/world.ts'
import type { Outcome } from '../provider.ts'
import { outcomeOfPayment } from './codes.ts'
import { tellPayers } from './handsets/tell-handsets.ts'
import { type Move, nextMove, type Payment } from './payment.ts'
import type { SignCallback } from './sign.ts'
import { chargeSubscribers } from './subscribers.ts'
import { writeCallbacks } from './write-callbacks.ts'

/** Enough to share the cost of a commit, few enough to let go of the rows soon. */
const mostAtOnce = 500

/** Plays what is due, whoever else is doing the same. Returns how many payments moved. */
export async function playPayments(
  world: World,
  sign: SignCallback,
  among: readonly Environment[],
): Promise<number> {
  const now = world.clock.now()
  return await world.sql.begin(async (tx) => {
    const due = await tx<Payment[]>`
      select * from network_payments where due_at <= ${now} and environment = any(${among}::text[]) order by due_at, id limit ${mostAtOnce}
      for update skip locked`
    if (due.length === 0) return 0
    await settlePayments(
      tx,
      world,
      sign,
      due.map((payment) => nextMove(payment, now)),
    )
    return due.length
  })
}

/** Plays one to its end now, whenever it is due, and tells how it stands then. */
export async function endPayment(world: World, sign: SignCallback, reference: string): Promise<Outcome> {
  return await world.sql.begin(async (tx): Promise<Outcome> => {
    const find = () => tx<Payment[]>`select * from network_payments where reference = ${reference} for update`
    const [payment] = await find()
    if (payment?.state === 'waiting')
      await settlePayments(tx, world, sign, [nextMove(payment, world.clock.now())])
    const [ended] = await find()
    return ended ? outcomeOfPayment(ended) : { kind: 'unknown', because: 'The network lost the payment.' }
  })
}

/** The one door through which payments, locked by the caller, change state: with their purses, phones and callbacks. */
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
  await tellPayers(tx, world, moves)
  await writeCallbacks(tx, world, sign, moves)
  return moves
}
