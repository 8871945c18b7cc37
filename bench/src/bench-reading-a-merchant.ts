import { startChild } from './child.ts'
import { measure, promise, showLoads } from './measure.ts'

/** A call with a key, answered from the database, costs at most twice what the bare framework costs. */
export async function benchReadingAMerchant(dataDir: string): Promise<boolean> {
  const bare = await startChild('./bare-server.ts')
  const own = await startChild('./own-server.ts', { DATA_DIR: dataDir, ROLE: 'api' })
  try {
    const path = `/v1/merchants/${own.message.merchantId}`
    console.log('\nOne authenticated GET')
    const results = await measure({
      'bare Fastify, same schemas, no database': { url: `${bare.message.url}${path}` },
      'Malipo, GET with an API key': {
        url: `${own.message.url}${path}`,
        headers: { authorization: `Bearer ${own.message.key}` },
      },
    })
    showLoads(results)
    const [framework, ours] = [...results.values()].map(({ requestsPerSecond }) => requestsPerSecond)
    return promise('Malipo / bare', (ours ?? 0) / (framework ?? 1), { atLeast: 0.5 })
  } finally {
    await Promise.all([bare.stop(), own.stop()])
  }
}
