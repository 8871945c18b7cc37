import { randomUUID } from 'node:crypto'
import { dataOf, type Fields } from '../../stories/money/shop.ts'
import type { Till } from '../../stories/payouts/till.ts'

/** Control numbers in the sandbox: one paid in part, one paid, one cancelled, one of a customer. */
export async function makeNumbers({ till }: { till: Till }) {
  const ask = async (path: string, body: Fields) =>
    dataOf(await till.dashboard(path, 'sandbox', { body, headers: { 'idempotency-key': randomUUID() } }))
  const make = (wish: Fields) => ask('/v1/control-numbers', { merchant_id: till.merchantId, ...wish })
  const pay = ({ number }: Fields, amount: string) => ask('/v1/sandbox/bill-payments', { number, amount })
  const customer = await ask('/v1/customers', { name: 'Rehema Said', phone: '0754000222' })
  const pupil = await make({ kind: 'CUSTOMER', customer_id: customer.id, description: 'Ada ya shule' })
  await pay(pupil, '60000')
  const paid = await make({ kind: 'ORDER', amount: '25000', merchant_reference: 'order-1042' })
  await pay(paid, '25000')
  const cancelled = await make({ kind: 'ORDER', amount: '9000', description: 'Kanga' })
  await ask(`/v1/control-numbers/${cancelled.id}/cancel`, {})
  const inParts = await make({
    ...{ kind: 'ORDER', amount: '180000', payment_mode: 'PART' },
    ...{ description: 'Sofa ya watu watatu', merchant_reference: 'order-1043' },
    expires_at: '2099-12-31T20:59:59Z',
  })
  await pay(inParts, '50000')
  return {
    numberId: String(inParts.id),
    paidNumberId: String(paid.id),
    cancelledNumberId: String(cancelled.id),
  }
}
