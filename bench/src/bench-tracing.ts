import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { showCosts, targetOf } from './bench-asking-for-payments.ts'
import { startChild } from './child.ts'
import { measure, promise, showLoads } from './measure.ts'

/** What traces cost whoever asks for payments: two services without them tell how far two equal ones differ, a third sends every span. */
export async function benchTracing(dataDir: string): Promise<boolean> {
  const collector = createServer((request, response) => {
    request.resume().on('end', () => response.end('{}'))
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const start = (environment: Record<string, string>) =>
    startChild('./own-server.ts', { DATA_DIR: dataDir, ROLE: 'api', ...environment })
  const [one, other] = [await start({}), await start({})]
  const traced = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: url })
  const some = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.05',
  })
  try {
    console.log('\nTraces (POST /v1/collections/ussd-push)')
    const contenders = {
      'a  traces off': one,
      'b  traces off, another process': other,
      'c  every trace kept': traced,
      'd  one in twenty kept': some,
    }
    const targets = Object.entries(contenders).map(([name, of]) => [name, targetOf(of)] as const)
    const results = await measure(Object.fromEntries(targets))
    showLoads(results)
    for (const [name, of] of Object.entries(contenders))
      await showCosts(`${name}, what each costs`, of, targetOf(of))
    const [a = 1, b = 0, c = 0, d = 0] = [...results.values()].map((load) => load.requestsPerSecond)
    const kept = [
      promise('traces off / off, two equal processes', b / a, { atLeast: 0.9 }),
      promise('every trace kept / off', c / Math.max(a, b), { atLeast: 0.7 }),
      promise('one in twenty kept / off', d / Math.max(a, b), { atLeast: 0.85 }),
    ]
    return kept.every(Boolean)
  } finally {
    await Promise.all([one, other, traced, some].map((child) => child.stop()))
    collector.closeAllConnections()
    collector.close()
  }
}
