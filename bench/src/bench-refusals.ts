import { targetOf } from './bench-asking-for-payments.ts'
import { startChild } from './child.ts'
import type { Target } from './load.ts'
import { measure, promise, showLoads } from './measure.ts'

/** Who is refused costs little more than the framework's own answer: a flood of nonsense is cheap to bear. */
export async function benchRefusals(dataDir: string): Promise<boolean> {
  const bare = await startChild('./bare-server.ts')
  const own = await startChild('./own-server.ts', { DATA_DIR: dataDir, ROLE: 'api' })
  try {
    console.log('\nRequests that are refused')
    const good = targetOf(own)
    const wrongKey = { authorization: `Bearer ${own.message.key?.slice(0, -6)}aaaaaa` }
    const wrongBody = { merchant_id: own.message.merchantId, amount: 'ten', customer_phone: '255712345678' }
    const refused = (of: Target, over: Partial<Target>): Target => ({ ...of, ...over, isRefused: true })
    const bareTarget = targetOf(bare, own.message.merchantId)
    const results = await measure({
      'a  bare Fastify refuses a body': refused(bareTarget, { body: wrongBody }),
      'b  Malipo refuses a body': refused(good, { body: wrongBody }),
      'c  Malipo refuses a key': refused(good, { headers: wrongKey }),
    })
    showLoads(results)
    const [a = 1, b = 0, c = 0] = [...results.values()].map((one) => one.requestsPerSecond)
    const kept = [
      promise('a refused body / bare Fastify', b / a, { atLeast: 0.8 }),
      promise('a refused key / bare Fastify', c / a, { atLeast: 0.8 }),
    ]
    return kept.every(Boolean)
  } finally {
    await Promise.all([bare.stop(), own.stop()])
  }
}
