import { setTimeout as sleep } from 'node:timers/promises'
import { targetOf } from './bench-asking-for-payments.ts'
import { startChild } from './child.ts'
import { load } from './load.ts'
import { promise, show } from './measure.ts'
import { remark } from './report/figures.ts'

const minutes = Number(process.env.BENCH_SOAK_MINUTES ?? 30)
const samples = 30

/** Fewer than a machine could bear: it is asked whether it stays as it is, not how much it takes. */
const connections = 32

/** The whole service under load for half an hour, workers included: memory, handles and times shall not grow. */
export async function benchSoak(dataDir: string): Promise<boolean> {
  console.log(`\n${minutes} minutes of payments`)
  const own = await startChild('./own-server.ts', { DATA_DIR: dataDir })
  try {
    const target = targetOf(own)
    await load(target, 10, connections)
    const seen: { megabytes: number; handles: number; p99Ms: number }[] = []
    for (let sample = 1; sample <= samples; sample += 1) {
      const result = await load(target, (minutes * 60) / samples - 1, connections)
      if (result.failures > 0) throw new Error(`${result.failures} were not answered well`)
      await sleep(1_000)
      const { rss, handles } = await own.ask()
      seen.push({ megabytes: Number(rss) / 1e6, handles: Number(handles), p99Ms: result.p99Ms })
      show(`minute ${Math.round((sample * minutes) / samples)}`, result.requestsPerSecond, result)
    }
    const told = seen.map(({ megabytes, handles }) => `${megabytes.toFixed(0)} MB, ${handles} handles`)
    remark(`memory and handles over time: ${told.join('; ')}`)
    const middle = (of: (one: (typeof seen)[number]) => number, some: typeof seen) =>
      some.map(of).toSorted((one, other) => one - other)[some.length >> 1] ?? Number.NaN
    const third = Math.floor(samples / 3)
    const [first, last] = [seen.slice(0, third), seen.slice(-third)]
    const grown = (of: (one: (typeof seen)[number]) => number) => middle(of, last) / middle(of, first)
    const kept = [
      promise(
        'memory, last third / first',
        grown(({ megabytes }) => megabytes),
        { atMost: 1.2 },
      ),
      promise(
        'handles, last third / first',
        grown(({ handles }) => handles),
        { atMost: 1.2 },
      ),
      promise(
        'p99, last third / first',
        grown(({ p99Ms }) => p99Ms),
        { atMost: 1.5 },
      ),
      promise('most memory, in MB', Math.max(...seen.map(({ megabytes }) => megabytes)), { atMost: 300 }),
    ]
    return kept.every(Boolean)
  } finally {
    await own.stop()
  }
}
