import type { Database } from '../../database/database.ts'

/** Drops what the network did long ago. What still waits stays: somebody may yet answer, or ask. */
export async function forgetOldPayments(sql: Database, before: Date): Promise<void> {
  await sql`
    with gone as (
      delete from network_payments where created_at < ${before} and state <> 'waiting' returning reference
    )
    delete from network_callbacks using gone where network_callbacks.reference = gone.reference`
  await sql`delete from sandbox_messages where created_at < ${before}`
}
