import type { AttemptResult } from '@malipo/contract'
import type { World } from '../../src/world/world.ts'

/** As if a worker had tried a delivery so often, a second apart, and the last time with this result. */
export async function keepAttempts({ sql, clock }: World, id: string, count: number, last: AttemptResult) {
  const now = clock.now()
  const isDelivered = last === 'delivered'
  await sql`
    insert into webhook_attempts (delivery_id, lease, at, url, result, status, error, response_body, duration_ms)
    select ${id}, lease, ${now}::timestamptz + make_interval(secs => lease), 'https://shop.example/events',
      case when lease < ${count}::integer then 'refused' else ${last}::text end, 500, 'said no', 'no', lease
    from generate_series(1, ${count}::integer) as lease`
  await sql`
    update webhook_deliveries
    set status = ${isDelivered ? 'delivered' : 'exhausted'}, due_at = null, lease = ${count}, attempts = ${count},
      failures = ${isDelivered ? count - 1 : count}, last_status = 500, last_error = 'said no',
      last_attempt_at = ${now}, delivered_at = ${isDelivered ? now : null}
    where id = ${id}`
}
