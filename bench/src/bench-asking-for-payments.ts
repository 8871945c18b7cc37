import { openSameServer } from './anchors/same-server.ts'
import { clients, openTpcB } from './anchors/tpc-b.ts'
import { type Child, startChild } from './child.ts'
import { type Costs, costsBetween, perPiece } from './costs.ts'
import { load, type Target } from './load.ts'
import { measure, promise, seconds, show, showLoads } from './measure.ts'
import { remark } from './report/figures.ts'
import { startProcesses } from './start-processes.ts'

const memorySeconds = Number(process.env.BENCH_MEMORY_SECONDS ?? 60)

/**
 * The full path of a request to collect: key, validation, idempotency, collection, history, a durable commit, the 202.
 * What follows the answer is the worker's and is measured by itself below, so the API runs alone here.
 */
export async function benchAskingForPayments(dataDir: string): Promise<boolean> {
  const bare = await startChild('./bare-server.ts')
  const own = await startChild('./own-server.ts', { DATA_DIR: dataDir, ROLE: 'api' })
  const unbatched = await startChild('./unbatched-server.ts', { DATA_DIR: dataDir })
  const several = await startProcesses(dataDir, { ROLE: 'api', PROCESSES: 'auto' })
  try {
    console.log('\nAsking for a payment (POST /v1/collections/ussd-push)')
    const results = await measure({
      'a  bare Fastify, same validation, no database': targetOf(bare, own.message.merchantId),
      'b  one transaction per request': targetOf(unbatched),
      'c  Malipo, ROLE=api': targetOf(own),
      'd  Malipo, ROLE=api PROCESSES=auto': targetOf(several),
    })
    showLoads(results)
    const [a = 1, b = 1, c = 0, d = 0] = [...results.values()].map((one) => one.requestsPerSecond)
    await showCosts('c  Malipo, ROLE=api, what each costs', own, targetOf(own))
    await showTpcB(dataDir)
    const kept = [
      promise('one process / bare Fastify', c / a, { atLeast: 0.65 }),
      promise('PROCESSES=auto / bare Fastify in one process', d / a, { atLeast: 0.85 }),
      promise('one process / one transaction per request', c / b, { atLeast: 3 }),
      await remembersLittle(own),
    ]
    return kept.every(Boolean)
  } finally {
    await Promise.all([bare.stop(), own.stop(), unbatched.stop(), several.stop()])
  }
}

export function targetOf({ message }: Pick<Child, 'message'>, merchantId = message.merchantId): Target {
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

/** Once more, alone, with what the process and the database spent on it. */
export async function showCosts(name: string, own: Child, target: Target): Promise<void> {
  const before = JSON.parse((await own.ask()).costs ?? '{}') as Costs
  const result = await load(target, seconds)
  const after = JSON.parse((await own.ask()).costs ?? '{}') as Costs
  const each = perPiece(costsBetween(before, after), result.requestsPerSecond * seconds)
  show(name, result.requestsPerSecond, result, each)
}

async function remembersLittle(own: Child): Promise<boolean> {
  await load(targetOf(own), memorySeconds)
  const megabytes = Number((await own.ask()).rss) / 1e6
  return promise(`memory after ${memorySeconds} s more of load, in MB`, megabytes, { atMost: 300 })
}

async function showTpcB(dataDir: string): Promise<void> {
  const server = await openSameServer(dataDir)
  try {
    const tpcB = await openTpcB(server.url('postgres'))
    if (tpcB === undefined) remark('TPC-B was not measured: pgbench is not installed')
    else show(`e  pgbench TPC-B on the same server, ${clients} clients`, await tpcB(seconds))
  } finally {
    await server.close()
  }
}
