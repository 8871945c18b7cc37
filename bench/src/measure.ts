import { type Load, load, type Target } from './load.ts'

export const seconds = Number(process.env.BENCH_SECONDS ?? 5)
export const rounds = Number(process.env.BENCH_ROUNDS ?? 3)

/** In turns, so that a noisy neighbour disturbs all alike; the best round of each counts. */
export async function measure(contenders: Record<string, Target>): Promise<Map<string, Load>> {
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

export function show(name: string, perSecond: number, times?: { p50Ms: number; p99Ms: number }): void {
  const quantiles = times ? `, p50 ${times.p50Ms.toFixed(2)} ms, p99 ${times.p99Ms.toFixed(2)} ms` : ''
  console.log(`  ${name.padEnd(58)} ${String(Math.round(perSecond)).padStart(7)}/s${quantiles}`)
}

export function showLoads(results: Map<string, Load>): void {
  for (const [name, result] of results) show(name, result.requestsPerSecond, result)
}

/** Prints how two figures compare, and says whether that is what we promise. */
export function promise(what: string, ratio: number, bar: { atLeast: number } | { atMost: number }): boolean {
  const holds = 'atLeast' in bar ? ratio >= bar.atLeast : ratio <= bar.atMost
  const wanted = 'atLeast' in bar ? `at least ${bar.atLeast}` : `at most ${bar.atMost}`
  console.log(`  ${what}: ${ratio.toFixed(2)} (promised: ${wanted})${holds ? '' : '   MISSED'}`)
  return holds
}
