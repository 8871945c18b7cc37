import type { Environment } from '@malipo/contract'
import { type Fragment, inColumns } from '../database/database.ts'
import type { Hold } from '../providers/providers.ts'
import type { World } from '../world/world.ts'

/** How long one that waits for its network is left alone before it is looked at again. */
const heldForMs = 5_000

/** Many are put off at once, so that they never stand before those that can be sent; few enough to be quick. */
const mostPutOff = 500

/** Whether the network that `w` goes to is among those where money is held. */
export function isOnHold(sql: World['sql'], holds: readonly Hold[]): Fragment {
  const rows = holds.map(({ merchantId, ...hold }) => ({ ...hold, merchant_id: merchantId }))
  return sql`exists (
    select from ${inColumns('h', rows, holdTypes)}
    where h.code = w.destination_code and (h.provider is null or h.provider = w.provider)
      and (h.merchant_id is null or h.merchant_id = w.merchant_id)
      and h.leaving = case when w.kind <> 'refund' then 'payout' when w.way = 'native' then 'return' else 'refund' end)`
}

const holdTypes = { provider: 'text', merchant_id: 'uuid', code: 'text', leaving: 'text' } as const

/**
 * Those that were approved, and whose network is down, are due a little later, in the order they have: nothing is written about them
 * but when to look again, so that whoever dies here has changed nothing. What was taken up to be sent is past this.
 */
export async function putOffHeld(
  { sql, clock }: World,
  environment: Environment,
  holds: readonly Hold[],
  providers: readonly string[],
): Promise<void> {
  if (holds.length === 0) return
  const now = clock.now()
  const later = new Date(now.getTime() + heldForMs)
  await sql`
    with held as materialized (
      select found.id, row_number() over (order by found.due_at, found.id) as place
      from unnest(${[...providers]}::text[]) as carrier (provider) cross join lateral (
        select w.id, w.due_at from withdrawals w
        where w.environment = ${environment} and w.provider = carrier.provider and w.due_at <= ${now}
          and case when w.status = 'PENDING_ADMIN_APPROVAL' then 'approve'
            when w.status = 'PROCESSING' and w.attempts = 0 then 'send' else 'ask' end = 'send'
          and ${isOnHold(sql, holds)}
        order by w.due_at limit ${mostPutOff} for update skip locked) found
    )
    update withdrawals w set due_at = ${later}::timestamptz + held.place * interval '1 microsecond'
    from held where w.id = held.id`
}
