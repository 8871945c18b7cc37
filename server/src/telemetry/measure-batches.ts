import { Histogram, type Registry } from 'prom-client'
import type { BatchWatch } from '../primitives/gather.ts'

/** How many shared one; no door takes more than 500 at once. */
const sizeBuckets = [1, 2, 4, 8, 16, 32, 64, 128, 256, 500]

/** Seconds. A batch is one statement or one transaction. */
const timeBuckets = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** How many share a commit, and how long it takes: when the first figure grows before the second, the database is kept busy well. */
export function measureBatches(registers: [Registry]): (door: string) => BatchWatch<void> {
  const sizes = new Histogram({
    name: 'malipo_batch_size',
    help: 'How many requests, reports, callbacks or attempts shared one statement, by the door they came through.',
    labelNames: ['door'],
    buckets: sizeBuckets,
    registers,
  })
  const times = new Histogram({
    name: 'malipo_batch_seconds',
    help: 'Time from the beginning of a batch to the end of its commit, by its door and whether it failed.',
    labelNames: ['door', 'result'],
    buckets: timeBuckets,
    registers,
  })
  return (door) => {
    const size = sizes.labels(door)
    const [done, failed] = [times.labels(door, 'done'), times.labels(door, 'failed')]
    return {
      joined() {},
      began({ length }) {
        size.observe(length)
        const began = performance.now()
        return (error) => (error === undefined ? done : failed).observe((performance.now() - began) / 1000)
      },
    }
  }
}
