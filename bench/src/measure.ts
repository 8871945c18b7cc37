import type { Costs } from './costs.ts'
import { type Load, load, type Target } from './load.ts'
import { type Bar, noteFigure, noteRate } from './report/figures.ts'

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

type Times = { p50Ms: number; p99Ms: number }

export function show(name: string, perSecond: number, times?: Times, costs?: Costs): void {
  const quantiles = times ? `, p50 ${times.p50Ms.toFixed(2)} ms, p99 ${times.p99Ms.toFixed(2)} ms` : ''
  const spent = costs ? `, ${inWords(costs)}` : ''
  console.log(`  ${name.padEnd(58)} ${String(Math.round(perSecond)).padStart(7)}/s${quantiles}${spent}`)
  noteRate({
    name,
    perSecond,
    ...(times && { p50Ms: times.p50Ms, p99Ms: times.p99Ms }),
    ...(costs && { costs }),
  })
}

function inWords({ ownCpuUs, databaseCpuUs = Number.NaN, walBytes, fsyncs, roundTrips }: Costs): string {
  const cpu = `CPU ${ownCpuUs.toFixed(0)} + ${databaseCpuUs.toFixed(0)} µs`
  return `${cpu}, WAL ${walBytes.toFixed(0)} B, ${fsyncs.toFixed(3)} fsyncs, ${roundTrips.toFixed(3)} round trips`
}

export function showLoads(results: Map<string, Load>): void {
  for (const [name, result] of results) show(name, result.requestsPerSecond, result)
}

/** Prints how two figures compare, and says whether that is what we promise. */
export function promise(what: string, ratio: number, bar: Bar): boolean {
  const holds = 'atLeast' in bar ? ratio >= bar.atLeast : ratio <= bar.atMost
  const wanted = 'atLeast' in bar ? `at least ${bar.atLeast}` : `at most ${bar.atMost}`
  console.log(`  ${what}: ${ratio.toFixed(2)} (promised: ${wanted})${holds ? '' : '   MISSED'}`)
  noteFigure({ what, ratio, bar, holds })
  return holds
}
