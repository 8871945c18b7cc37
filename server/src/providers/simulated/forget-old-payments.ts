import type { Database } from '../../database/database.ts'

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
