import type { Environment } from '@malipo/contract'
import type { World } from '../../world/world.ts'
import type { Asked, LookedUp } from '../provider.ts'
import { outcomeOfPayment } from './network-words.ts'
import type { Payment } from './payment.ts'

export type NetworkQuestion = Asked & { environment: Environment }

/** What became of payments, answered in the order they are asked for. */
export async function lookUpPayments({ sql }: World, asked: NetworkQuestion[]): Promise<LookedUp[]> {
  if (asked.length === 0) return []
  const rows = await sql<Payment[]>`
    select * from network_payments where reference = any(${asked.map(({ reference }) => reference)}::text[])`
  const found = new Map(rows.map((row) => [row.reference, row]))
  return asked.map(({ reference, environment }) => {
    const payment = found.get(reference)
    return payment?.environment === environment ? outcomeOfPayment(payment) : { kind: 'never_seen' }
  })
}
