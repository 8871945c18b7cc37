import { openEmbeddedCluster } from '../../server/src/database/database.ts'
import { type Child, startChild } from './child.ts'
import { find, load, output, type Target } from './load.ts'
import { measure, promise, seconds, show, showLoads } from './measure.ts'

const memorySeconds = Number(process.env.BENCH_MEMORY_SECONDS ?? 60)

/**
 * The full path of a request to collect: key, validation, idempotency, collection, history, a durable commit, the 202.
 * What follows the answer is the worker's and is measured by itself below, so the API runs alone here.
 */
export async function benchAskingForPayments(dataDir: string): Promise<boolean> {
  const bare = await startChild('./bare-server.ts')
  const own = await startChild('./own-server.ts', { DATA_DIR: dataDir, ROLE: 'api' })
  const unbatched = await startChild('./unbatched-server.ts', { DATA_DIR: dataDir })
  try {
    console.log('\nAsking for a payment (POST /v1/collections/ussd-push)')
    const results = await measure({
      'a  bare Fastify, same validation, no database': targetOf(bare, own.message.merchantId),
      'b  one transaction per request': targetOf(unbatched),
      'c  Malipo, ROLE=api': targetOf(own),
    })
    showLoads(results)
    const perSecond = [...results.values()].map(({ requestsPerSecond }) => requestsPerSecond)
    const transactions = await tpcB(dataDir)
    if (transactions === undefined) console.log('  d  pgbench is not installed here')
    else show('d  pgbench TPC-B on the same server, 16 clients', transactions)
    const [a = 1, b = 1, c = 0] = perSecond
    const againstBare = promise('c / a', c / a, { atLeast: 0.5 })
    const againstUsual = promise('c / b', c / b, { atLeast: 3 })
    return (await remembersLittle(own)) && againstBare && againstUsual
  } finally {
    await Promise.all([bare.stop(), own.stop(), unbatched.stop()])
  }
}

function targetOf({ message }: Child, merchantId = message.merchantId): Target {
  return {
    url: `${message.url}/v1/collections/ussd-push`,
    headers: { authorization: `Bearer ${message.key ?? 'nobody'}` },
    body: {
      merchant_id: merchantId,
      amount: '1000.00',
      customer_phone: '255712345678',
      merchant_reference: 'order-1',
    },
  }
}

async function remembersLittle(own: Child): Promise<boolean> {
  await load(targetOf(own), memorySeconds)
  const megabytes = Number((await own.ask()).rss) / 1e6
  return promise(`memory of c after ${memorySeconds} s more of load, in MB`, megabytes, { atMost: 300 })
}

/** The yardstick that PostgreSQL brings along, on the server that the others use. Undefined where it is not installed. */
async function tpcB(dataDir: string): Promise<number | undefined> {
  const pgbench = find('pgbench')
  if (pgbench === undefined) return undefined
  const cluster = await openEmbeddedCluster({ dataDir, log: () => {} })
  try {
    const url = cluster.url('postgres')
    await output(pgbench, ['-i', '-q', '-s', '10', url])
    const text = await output(pgbench, ['-c16', '-j1', `-T${seconds}`, '-M', 'prepared', url])
    return Number(/tps = ([\d.]+)/.exec(text)?.[1] ?? 0)
  } finally {
    await cluster.close()
  }
}
