import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import type { Clock } from '../primitives/clock.ts'
import { secondsSince } from './measure-queue.ts'

type Due = Record<string, Date | null>

/**
 * How late the work is that the service gives itself, in live. Whoever takes something moves its time, so that what is late was taken by
 * nobody: too few workers, none, or a provider that is left alone. Each is one step along the index by which it is taken, for each provider.
 */
export function measureDue(
  registers: [Registry],
  sql: Database,
  clock: Clock,
  providers: () => string[],
): void {
  new Gauge({
    name: 'malipo_due_oldest_seconds',
    help: 'How late the oldest is of what is due in live and nobody has taken, by what it is; 0 where nothing is late.',
    labelNames: ['what'],
    aggregator: 'max',
    registers,
    async collect() {
      const rows = await findDue(sql, clock.now(), providers()).catch(() => [])
      this.reset()
      for (const [what, dueAt] of Object.entries(rows[0] ?? {}))
        this.set({ what }, secondsSince(dueAt, clock))
    },
  })
}

async function findDue(sql: Database, now: Date, providers: string[]): Promise<Due[]> {
  return await sql<Due[]>`
    with known as (select name from unnest(${providers}::text[]) as given (name))
    select
      (select min(first.due_at) from known cross join unnest(array[true, false]) as asked (is_new) cross join lateral (
        select c.due_at from collections c where c.environment = 'live' and c.provider = known.name
          and (c.attempts = 0) = asked.is_new and c.due_at <= ${now} order by c.due_at limit 1) first) as collections,
      (select min(first.due_at) from known cross join unnest(array['approve', 'send', 'ask']) as asked (step)
        cross join lateral (
        select w.due_at from withdrawals w where w.environment = 'live' and w.provider = known.name and case
          when w.status = 'PENDING_ADMIN_APPROVAL' then 'approve'
          when w.status = 'PROCESSING' and w.attempts = 0 then 'send' else 'ask' end = asked.step
          and w.due_at <= ${now} order by w.due_at limit 1) first) as withdrawals,
      (select min(first.due_at) from known cross join lateral (
        select l.due_at from due_look_ups l where l.environment = 'live' and l.provider = known.name
          and l.due_at <= ${now} order by l.due_at limit 1) first) as look_ups,
      (select min(due_at) from provider_callbacks where handled_at is null and due_at <= ${now}) as callbacks,
      (select min(next_attempt_at) from mails where next_attempt_at <= ${now}) as mails,
      (select min(next_attempt_at) from text_messages where next_attempt_at <= ${now}) as text_messages`
}
