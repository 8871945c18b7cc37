import type { Environment } from '@malipo/contract'
import type { Database } from '../../database/database.ts'
import type { World } from '../../world/world.ts'
import type { Asked, LookedUp } from '../provider.ts'
import { outcomeOfPayment, outcomeOfPayout } from './codes.ts'
import type { Payment } from './payment.ts'
import type { Payout } from './payouts/payout.ts'

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

/** What became of payouts, answered in the order they are asked for. */
export async function lookUpPayouts({ sql }: World, asked: NetworkQuestion[]): Promise<LookedUp[]> {
  if (asked.length === 0) return []
  const rows = await sql<Payout[]>`
    select * from network_payouts where reference = any(${asked.map(({ reference }) => reference)}::text[])`
  const found = new Map(rows.map((row) => [row.reference, row]))
  return asked.map(({ reference, environment }) => {
    const payout = found.get(reference)
    return payout?.environment === environment ? outcomeOfPayout(payout) : { kind: 'never_seen' }
  })
}

/**
 * Drops what the network did long ago. What still waits stays: somebody may yet answer, or ask. Payouts stay too, all
 * but their callbacks: one that was forgotten would be paid again if its reference ever came again.
 */
export async function forgetOldPayments(sql: Database, before: Date): Promise<void> {
  await sql`
    with gone as (
      delete from network_payments where created_at < ${before} and state <> 'waiting' returning reference
    )
    delete from network_callbacks using gone where network_callbacks.reference = gone.reference`
  await sql`
    delete from network_callbacks c using network_payouts p
    where p.reference = c.reference and p.created_at < ${before} and c.deliver_at is null`
  await sql`delete from sandbox_messages where created_at < ${before}`
}
