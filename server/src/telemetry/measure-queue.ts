import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../primitives/clock.ts'
import { shareReading } from './share-reading.ts'

/** `oldestAt` is null where nothing of it waits. */
type Waits = { what: string; count: number; oldestAt: Date | null }

/** What waits for people, as their own queue shows it, with how long the oldest of it has waited. */
export function measureQueue(registers: [Registry], clock: Clock, read: () => Promise<Waits[]>): void {
  const waiting = shareReading(() => read().catch(() => []))
  const gauge = (name: string, help: string, measured: (waits: Waits) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['what'],
      aggregator: 'max',
      registers,
      async collect() {
        const found = await waiting()
        this.reset()
        for (const one of found) this.set({ what: one.what }, measured(one))
      },
    })
  gauge(
    'malipo_queue_items',
    'What waits for Super Admins in live, by what it is. Nobody counts beyond 101.',
    ({ count }) => count,
  )
  gauge(
    'malipo_queue_oldest_seconds',
    'For how long the oldest of it has waited, by what it is; 0 where nothing does.',
    ({ oldestAt }) => secondsSince(oldestAt, clock),
  )
}

export function secondsSince(at: Date | null, clock: Clock): number {
  return at === null ? 0 : Math.max(0, (clock.now().getTime() - at.getTime()) / 1000)
}
