import { chaseWithdrawals } from '../../../src/withdrawals/withdrawals.ts'
import type { Service } from '../../service.ts'
import {
  declined,
  lookAgain,
  type OwnProvider,
  succeeded,
  workOnce,
} from '../../stories/money/own-provider.ts'
import { dataOf } from '../../stories/money/shop.ts'
import { openDesk } from '../../stories/payouts/desk.ts'
import type { Till } from '../../stories/payouts/till.ts'

/** A held payment that was declined, and whose refund did not arrive: the money waits for its payer. */
export async function makeReturns({
  service,
  till,
  provider,
}: {
  service: Service
  till: Till
  provider: OwnProvider
}): Promise<{ owedRefundId: string }> {
  const desk = await openDesk(service)
  const held = await till.push(
    { amount: '310000.00', merchant_reference: 'order-1047', customer_name: 'Rehema Said' },
    { key: till.liveKey },
  )
  await workOnce(service)
  await provider.tell(service, held.provider_reference, succeeded())
  const path = `/v1/admin/collections/${held.id}/decline`
  const { refund_id: refund } = dataOf(await desk.call(path, 'live', { body: { note: 'A stolen phone.' } }))
  provider.script.payOut = () => declined
  await desk.decide(refund, 'approve')
  await chaseWithdrawals(service.parts)
  await lookAgain(service.parts)
  return { owedRefundId: String(refund) }
}
