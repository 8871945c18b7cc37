import { showCosts, targetOf } from './bench-asking-for-payments.ts'
import { startChild } from './child.ts'
import { measure, promise, showLoads } from './measure.ts'

/** What rules cost whoever asks for payments: none, five that look at the payment itself, five that count what the payer, the key and the merchant asked for. */
export async function benchRules(dataDir: string): Promise<boolean> {
  const start = (rules: string) =>
    startChild('./own-server.ts', { DATA_DIR: dataDir, ROLE: 'api', BENCH_RULES: rules })
  const contenders = {
    'a  no rules': await start('none'),
    'b  no rules, another process': await start('none'),
    'c  five that look at the payment': await start('itself'),
    'd  five that count': await start('counting'),
  }
  try {
    console.log('\nRisk rules (POST /v1/collections/ussd-push)')
    const targets = Object.entries(contenders).map(([name, of]) => [name, targetOf(of)] as const)
    const results = await measure(Object.fromEntries(targets))
    showLoads(results)
    for (const [name, of] of Object.entries(contenders))
      await showCosts(`${name}, what each costs`, of, targetOf(of))
    const [a = 1, b = 0, c = 0, d = 0] = [...results.values()].map((load) => load.requestsPerSecond)
    const kept = [
      promise('no rules / no rules, two equal processes', b / a, { atLeast: 0.9 }),
      promise('five rules about the payment / none', c / Math.max(a, b), { atLeast: 0.9 }),
      promise('five rules that count / none', d / Math.max(a, b), { atLeast: 0.3 }),
    ]
    return kept.every(Boolean)
  } finally {
    await Promise.all(Object.values(contenders).map((child) => child.stop()))
  }
}
