import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startChild } from './child.ts'
import { compareIntake } from './compare-intake.ts'
import { promise } from './measure.ts'

/** What traces cost whoever asks for payments: two services without them tell how far two equal ones differ, a third sends every span. */
export async function benchTracing(dataDir: string): Promise<boolean> {
  const collector = createServer((request, response) => {
    request.resume().on('end', () => response.end('{}'))
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const start = (environment: Record<string, string>) =>
    startChild('./own-server.ts', { DATA_DIR: dataDir, ROLE: 'api', ...environment })
  const kept = { OTEL_EXPORTER_OTLP_ENDPOINT: url }
  const some = { ...kept, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.05' }
  try {
    const [a = 1, b = 0, c = 0, d = 0] = await compareIntake('Traces', {
      'a  traces off': await start({}),
      'b  traces off, another process': await start({}),
      'c  every trace kept': await start(kept),
      'd  one in twenty kept': await start(some),
    })
    return [
      promise('traces off / off, two equal processes', b / a, { atLeast: 0.9 }),
      promise('every trace kept / off', c / Math.max(a, b), { atLeast: 0.7 }),
      promise('one in twenty kept / off', d / Math.max(a, b), { atLeast: 0.85 }),
    ].every(Boolean)
  } finally {
    collector.closeAllConnections()
    collector.close()
  }
}
