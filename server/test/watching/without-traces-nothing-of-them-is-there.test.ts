import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { freePort, runService } from '../run-service.ts'
import { openCollector } from './collector.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malipo-untraced-'))
})
after(() => rm(folder, { recursive: true, force: true }))

const noting = ['--import', join(import.meta.dirname, 'note-loads.mjs'), 'server/src/main.ts']

/** The files that a service has loaded by the time it has answered and ended. */
async function loadedBy(environment: Record<string, string>): Promise<string[]> {
  const service = await runService({
    port: await freePort(),
    command: noting,
    environment: { DATA_DIR: folder, DEMO: 'off', NODE_COMPILE_CACHE: '', ...environment },
  })
  try {
    assert.equal((await fetch(`${service.url}/v1/me`)).status, 401)
  } finally {
    service.child.kill('SIGTERM')
    await service.exit
  }
  return Array.from(service.output().matchAll(/^loaded .*\/server\/src\/(\S+)$/gm), ([, file = '']) => file)
}

test('a service without a collector loads nothing that makes traces, and one with a collector does', async () => {
  const plain = await loadedBy({})
  assert.ok(plain.includes('telemetry/metrics.ts'), 'what is loaded is noticed')
  assert.deepEqual(
    plain.filter((file) => file.startsWith('tracing/')),
    [],
  )
  const collector = await openCollector()
  try {
    const traced = await loadedBy({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    assert.ok(traced.includes('tracing/tracing.ts'))
    assert.ok(
      collector.spans.some(({ name }) => name === 'GET /v1/me'),
      'and has sent what was left when it ended',
    )
  } finally {
    await collector.close()
  }
})
