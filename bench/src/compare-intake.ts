import { showCosts, targetOf } from './bench-asking-for-payments.ts'
import type { Child } from './child.ts'
import { measure, showLoads } from './measure.ts'

/** Services that are asked for payments in turns: what each takes in a second, in their order, and what each costs. They are stopped then. */
export async function compareIntake(title: string, contenders: Record<string, Child>): Promise<number[]> {
  try {
    console.log(`\n${title} (POST /v1/collections/ussd-push)`)
    const targets = Object.entries(contenders).map(([name, of]) => [name, targetOf(of)] as const)
    const results = await measure(Object.fromEntries(targets))
    showLoads(results)
    for (const [name, of] of Object.entries(contenders))
      await showCosts(`${name}, what each costs`, of, targetOf(of))
    return [...results.values()].map((load) => load.requestsPerSecond)
  } finally {
    await Promise.all(Object.values(contenders).map((child) => child.stop()))
  }
}
