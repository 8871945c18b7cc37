import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import type { Clock } from '../primitives/clock.ts'

/** Seconds from the change to the first attempt to tell of it. */
const firstAttemptBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300]

type Attempt = { result: string; firstAfterMs: number | null }

/** What is owed to merchants and for how long, asked for when it is read; and each attempt as it is made. */
export function measureDeliveries(registers: [Registry], sql: Database, clock: Clock) {
  new Gauge({
    name: 'malipo_webhook_deliveries_owed',
    help: 'Deliveries that still have to be made, those that wait for their next attempt included.',
    aggregator: 'max',
    registers,
    async collect() {
      const owed = await sql<{ owed: number }[]>`
        select count(*)::int as owed from webhook_deliveries where due_at is not null`.catch(nothing)
      this.set(owed[0]?.owed ?? Number.NaN)
    },
  })
  new Gauge({
    name: 'malipo_webhook_oldest_owed_seconds',
    help: 'Age of the oldest delivery that still has to be made.',
    aggregator: 'max',
    registers,
    async collect() {
      const owed = await sql<{ oldest: Date | null }[]>`
        select min(created_at) as oldest from webhook_deliveries where due_at is not null`.catch(nothing)
      const oldest = owed[0]?.oldest
      const ageMs = oldest ? clock.now().getTime() - oldest.getTime() : 0
      this.set(oldest === undefined ? Number.NaN : ageMs / 1000)
    },
  })
  const attempts = new Counter({
    name: 'malipo_webhook_attempts_total',
    help: 'Attempts of this process by what came of them.',
    labelNames: ['result'],
    registers,
  })
  const firstAttempt = new Histogram({
    name: 'malipo_webhook_first_attempt_seconds',
    help: 'Time from the change that an event tells of to the beginning of its first attempt.',
    buckets: firstAttemptBuckets,
    registers,
  })
  return ({ result, firstAfterMs }: Attempt) => {
    attempts.inc({ result })
    if (firstAfterMs !== null) firstAttempt.observe(firstAfterMs / 1000)
  }
}

/** While the database is away everything else is still to be told. */
function nothing(): never[] {
  return []
}
