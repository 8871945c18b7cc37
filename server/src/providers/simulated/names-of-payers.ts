import type { Database, Transaction } from '../../database/database.ts'
import type { Payment } from './payment.ts'
import { ordinarySubscriber } from './subscribers.ts'

/** Whose numbers have paid in the sandbox. Live nobody is told: there are no subscribers to be told of. */
export async function namesOfPayers(
  sql: Database | Transaction,
  paid: readonly Payment[],
): Promise<Map<Payment, string>> {
  const payments = paid.filter(({ environment, phone }) => environment === 'sandbox' && phone !== null)
  if (payments.length === 0) return new Map()
  const known = await sql<{ merchant_id: string; phone: string; name: string | null }[]>`
    select merchant_id, phone, name from network_subscribers
    where environment = 'sandbox' and (merchant_id, phone) in (select * from unnest(
      ${payments.map((one) => one.merchant_id)}::uuid[], ${payments.map(({ phone }) => phone)}::text[]))`
  const names = new Map(known.map((one) => [`${one.merchant_id} ${one.phone}`, one.name]))
  return new Map(
    payments.map((payment) => {
      const name = names.get(`${payment.merchant_id} ${payment.phone}`) ?? ordinarySubscriber.name
      return [payment, name.toUpperCase()]
    }),
  )
}
