import { showCosts, targetOf } from './bench-asking-for-payments.ts'
import { type Child, startChild } from './child.ts'
import { load, type Target } from './load.ts'
import { measure, promise, seconds, showLoads } from './measure.ts'
import { remark } from './report/figures.ts'

/** What is kept beside a payment, the request itself and what the merchant writes there, against asking for it alone. */
export async function benchBesidePayments(dataDir: string): Promise<boolean> {
  const bare = await startChild('./own-server.ts', { DATA_DIR: dataDir, ROLE: 'api', BENCH_REQUESTS: 'off' })
  const whole = await startChild('./own-server.ts', { DATA_DIR: dataDir, ROLE: 'api' })
  try {
    console.log('\nWhat is kept beside a payment (POST /v1/collections/ussd-push)')
    const contenders = {
      'a  no metadata, no request log': { of: bare, target: targetOf(bare) },
      'b  no metadata, request log on': { of: whole, target: targetOf(whole) },
      'c  a pair of metadata, no request log': { of: bare, target: withMetadata(targetOf(bare)) },
      'd  a pair of metadata, request log on': { of: whole, target: withMetadata(targetOf(whole)) },
    }
    const targets = Object.entries(contenders).map(([name, { target }]) => [name, target] as const)
    const results = await measure(Object.fromEntries(targets))
    showLoads(results)
    for (const [name, { of, target }] of Object.entries(contenders))
      await showCosts(`${name}, what each costs`, of, target)
    await tellKept(whole)
    const [a = 1, b = 0, c = 0, d = 0] = [...results.values()].map((one) => one.requestsPerSecond)
    const kept = [
      promise('request log on / off', b / a, { atLeast: 0.95 }),
      promise('a pair of metadata / none', c / a, { atLeast: 0.95 }),
      promise('both / neither', d / a, { atLeast: 0.95 }),
    ]
    return kept.every(Boolean)
  } finally {
    await Promise.all([bare.stop(), whole.stop()])
  }
}

/** Payments go first: at a load that fills the machine, the log keeps what it can. */
async function tellKept(whole: Child): Promise<void> {
  const before = Number((await whole.ask()).kept)
  const result = await load(targetOf(whole), seconds)
  const kept = Number((await whole.ask()).kept) - before
  const share = kept / (result.requestsPerSecond * seconds)
  remark(
    `at this load the request log keeps ${Math.round(kept / seconds)} requests a second, ${(share * 100).toFixed(0)} % of them`,
  )
}

/** What most merchants write there: their own number of the order. */
function withMetadata(target: Target): Target {
  return { ...target, body: { ...(target.body as object), metadata: { order_id: 'A-17-2026' } } }
}
