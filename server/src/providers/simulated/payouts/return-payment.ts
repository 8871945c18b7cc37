import type { Environment } from '@malipo/contract'
import type { World } from '../../../world/world.ts'
import type { PayOutOutcome, RefundOrder } from '../../provider.ts'
import { wordOfPayout } from '../codes.ts'
import { lookUpPayouts } from '../memory.ts'
import type { NetworkPayOut } from './payout.ts'

type NetworkRefund = RefundOrder & { environment: Environment }

/**
 * Returns a payment of the network to the phone that paid it, as a payout without a choice of recipient. What it does not have, or
 * not as much of, it refuses; how much went back before is for us to count. A reference that is known is answered as it stands.
 */
export async function returnPayment(
  world: World,
  { paidAs, ...order }: NetworkRefund,
  accept: (payout: NetworkPayOut) => Promise<PayOutOutcome>,
): Promise<PayOutOutcome> {
  const [known] = await lookUpPayouts(world, [order])
  if (known && known.kind !== 'never_seen') return known
  const [payment] = await world.sql<{ phone: string | null; paid: bigint }[]>`
    select phone, coalesce(paid_amount, amount) as paid from network_payments
    where reference = ${paidAs} and environment = ${order.environment} and state = 'paid'`
  if (!payment || payment.paid < order.amount) return refused
  return await accept({ ...order, identifier: payment.phone ?? order.identifier })
}

const refused: PayOutOutcome = {
  kind: 'failed',
  providerStatus: wordOfPayout({ state: 'failed', reason: 'refused' }),
  reason: 'refused',
  providerMessage: 'The network has no such payment to return.',
}
