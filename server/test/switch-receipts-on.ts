import type { Environment } from '@malipo/contract'
import { dayAfter, dayAt } from '../src/primitives/instant.ts'
import type { World } from '../src/world/world.ts'

type Owner = { merchantId: string; environment: Environment }

/** What a merchant does in the dashboard, for tests that are about something else. */
export async function switchReceiptsOn(
  { sql, clock }: World,
  { merchantId, environment }: Owner,
  { tin = '123456789', vrn = null as string | null, taxCode = 'EXEMPT', isEnabled = true } = {},
): Promise<void> {
  const now = clock.now()
  await sql`
    insert into fiscal_settings (merchant_id, environment, is_enabled, enabled_at, tin, vrn, business_name, tax_code, updated_at)
    values (${merchantId}, ${environment}, ${isEnabled}, ${isEnabled ? now : null}, ${tin}, ${vrn}, 'Duka la Asha', ${taxCode}, ${now})
    on conflict (merchant_id, environment) do nothing`
  await sql`
    insert into fiscal_lanes (merchant_id, environment, authority, registration, closed_through, due_at)
    values (${merchantId}, ${environment}, 'simulated', 'PENDING', ${dayAfter(dayAt(now), -1)}, ${now})
    on conflict (merchant_id, environment) do nothing`
}
