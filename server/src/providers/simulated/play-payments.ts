import type { World } from '../../world/world.ts'
import { nextMove } from './next-move.ts'
import type { Payment } from './payment.ts'
import { settlePayments } from './settle-payments.ts'
import type { SignCallback } from './sign-callback.ts'

/** Enough to share the cost of a commit, few enough to let go of the rows soon. */
const mostAtOnce = 500

/** Plays what is due, whoever else is doing the same. Returns how many payments moved. */
export async function playPayments(world: World, sign: SignCallback): Promise<number> {
  const now = world.clock.now()
  return await world.sql.begin(async (tx) => {
    const due = await tx<Payment[]>`
      select * from network_payments where due_at <= ${now} order by due_at, id limit ${mostAtOnce}
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
