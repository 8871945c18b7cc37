import type { Environment } from '@malipo/contract'
import type { World } from '../../world/world.ts'
import type { Asked, Cancelled } from '../provider.ts'
import { outcomeOfPayment } from './codes.ts'
import { cancellationOf, type Payment } from './payment.ts'
import { settlePayments } from './play-payments.ts'
import type { SignCallback } from './sign.ts'

const silence: Cancelled = { kind: 'unknown', because: 'The network gave no clear answer.', answered: true }

/**
 * Takes an order back that nobody has answered; everybody is told of it as of any other end. What is over is answered as it stands. What
 * was never seen may still be on its way, so that nothing is known of it.
 */
export async function cancelPayment(
  world: World,
  sign: SignCallback,
  { reference, environment }: Asked & { environment: Environment },
): Promise<Cancelled> {
  return await world.sql.begin(async (tx) => {
    const [payment] = await tx<Payment[]>`
      select * from network_payments where reference = ${reference} and environment = ${environment} for update`
    if (!payment) return silence
    if (payment.state !== 'waiting') return outcomeOfPayment(payment)
    const answer = cancellationOf(payment)
    if (answer === 'unclear') return silence
    if (answer === 'refused') return { kind: 'pending', providerStatus: 'PENDING' }
    await settlePayments(tx, world, sign, [{ payment, to: 'declined', reason: 'cancelled' }])
    return { kind: 'cancelled', providerStatus: 'CALLED_OFF' }
  })
}
