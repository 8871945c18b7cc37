import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../database/database.ts'

/** What waits for people or for its next attempt in live, asked for when it is read. */
export function measureWaiting(
  registers: [Registry],
  sql: Database,
  countSilent: () => Promise<number>,
): void {
  new Gauge({
    name: 'malipo_waiting_for_people',
    help: 'What only a Super Admin can settle, in live, by what it is.',
    labelNames: ['what'],
    aggregator: 'max',
    registers,
    async collect() {
      const rows = await sql<{ dead_letters: number; discrepancies: number; quarantine: number }[]>`
        select
          (select count(*)::int from dead_letters where environment = 'live' and status = 'open') as dead_letters,
          (select count(*)::int from discrepancies where environment = 'live' and status = 'open') as discrepancies,
          (select count(*)::int from quarantine q where environment = 'live' and exists (
            select from collections s where s.id = q.subject_id and s.moves = q.moves union all
            select from withdrawals s where s.id = q.subject_id and s.moves = q.moves)) as quarantine`.catch(
        () => [],
      )
      for (const [what, count] of Object.entries(rows[0] ?? {})) this.set({ what }, count)
    },
  })
  new Gauge({
    name: 'malipo_collections_silent',
    help: 'Live collections that are under way and of which nothing is known for a day.',
    aggregator: 'max',
    registers,
    async collect() {
      this.set(await countSilent().catch(() => Number.NaN))
    },
  })
  new Gauge({
    name: 'malipo_callbacks_waiting',
    help: 'Callbacks that were taken in and not carried out yet.',
    aggregator: 'max',
    registers,
    async collect() {
      const rows = await sql<{ waiting: number }[]>`
        select count(*)::int as waiting from provider_callbacks where handled_at is null`.catch(() => [])
      this.set(rows[0]?.waiting ?? Number.NaN)
    },
  })
}
