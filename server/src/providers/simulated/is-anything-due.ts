import type { Environment } from '@malipo/contract'
import type { World } from '../../world/world.ts'

/** Whether the network has a payment or payout to move, or a callback to deliver. */
export async function isAnythingDue({ sql, clock }: World, among: readonly Environment[]): Promise<boolean> {
  const now = clock.now()
  const [found] = await sql<{ due: boolean }[]>`
    select exists (select from network_payments where due_at <= ${now} and environment = any(${among}::text[]))
      or exists (select from network_payouts where due_at <= ${now} and environment = any(${among}::text[]))
      or exists (select from network_callbacks where deliver_at <= ${now} and environment = any(${among}::text[]))
      as due`
  return found?.due ?? false
}
