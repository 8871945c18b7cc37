import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from './child.ts'
import { type Load, load, type Target } from './load.ts'

/** What we promise: a call with a key, answered from the database, costs at most twice what the bare framework costs. */
const promisedRatio = 0.5
const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const rounds = 3

const dataDir = await mkdtemp(join(tmpdir(), 'malipo-bench-'))
const bare = await startChild('./bare-server.ts')
const own = await startChild('./own-server.ts', { DATA_DIR: dataDir })
try {
  const path = `/v1/merchants/${own.message.merchantId}`
  const contenders: Record<string, Target> = {
    'bare Fastify, same schemas, no database': { url: `${bare.message.url}${path}` },
    'Malipo, GET with an API key': {
      url: `${own.message.url}${path}`,
      headers: { authorization: `Bearer ${own.message.key}` },
    },
  }
  process.exitCode = report(await measure(contenders))
} finally {
  await Promise.all([bare.stop(), own.stop()])
  await rm(dataDir, { recursive: true, force: true })
}

/** In turns, so that a noisy neighbour disturbs all alike; the best round of each counts. */
async function measure(contenders: Record<string, Target>): Promise<Map<string, Load>> {
  const best = new Map<string, Load>()
  for (const target of Object.values(contenders)) await load(target, 2)
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, target] of Object.entries(contenders)) {
      const result = await load(target, seconds)
      if (result.failures > 0) throw new Error(`${name}: ${result.failures} requests were not answered well`)
      if (result.requestsPerSecond > (best.get(name)?.requestsPerSecond ?? 0)) best.set(name, result)
    }
  }
  return best
}

function report(results: Map<string, Load>): number {
  console.log(
    `One authenticated GET, load from ${[...results.values()][0]?.generator}, best of ${rounds} rounds of ${seconds} s`,
  )
  for (const [name, { requestsPerSecond, p50Ms, p99Ms }] of results) {
    const figures = `${Math.round(requestsPerSecond)} requests/s, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`
    console.log(`  ${name.padEnd(42)} ${figures}`)
  }
  const [bareResult, ownResult] = [...results.values()]
  const ratio = (ownResult?.requestsPerSecond ?? 0) / (bareResult?.requestsPerSecond ?? 1)
  console.log(`  ratio ${ratio.toFixed(2)} (promised: at least ${promisedRatio})`)
  return ratio >= promisedRatio ? 0 : 1
}
