import type { Pool } from 'pg'
import { Gauge, Histogram, type Registry } from 'prom-client'

/** Seconds. Whoever waits for longer than the last is refused. */
const waitBuckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10]

/** The connections of this process by pool, and how long those wait for one who find none free. */
export function measurePools(registers: [Registry], pools: Record<string, { pool: Pool }>): void {
  new Gauge({
    name: 'malipo_database_pool_connections',
    help: 'Database connections of this process by pool and state, and callers waiting for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [name, { pool }] of Object.entries(pools)) {
        const { totalCount, idleCount, waitingCount } = pool
        this.set({ pool: name, state: 'busy' }, totalCount - idleCount)
        this.set({ pool: name, state: 'idle' }, idleCount)
        this.set({ pool: name, state: 'waiting' }, waitingCount)
      }
    },
  })
  const waits = new Histogram({
    name: 'malipo_database_wait_seconds',
    help: 'Time until they had a connection, of those who found none free, by pool. Who found one is not counted.',
    labelNames: ['pool'],
    buckets: waitBuckets,
    registers,
  })
  for (const [name, { pool }] of Object.entries(pools)) timeWaits(pool, waits.labels(name))
}

type Given = Parameters<Parameters<Pool['connect']>[0]>

/** A statement of its own and a transaction both come through `connect`, one with a function to call and one without. */
function timeWaits(pool: Pool, waits: { observe(seconds: number): void }): void {
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown
  const timed = (tell?: (...given: Given) => void) => {
    // One that is idle is given away a moment later, to whoever asked first.
    if (pool.idleCount > pool.waitingCount) return connect(tell)
    const began = performance.now()
    const observe = () => waits.observe((performance.now() - began) / 1000)
    if (tell === undefined) return (connect() as Promise<unknown>).finally(observe)
    return connect((...given: Given) => {
      observe()
      tell(...given)
    })
  }
  pool.connect = timed as Pool['connect']
}
