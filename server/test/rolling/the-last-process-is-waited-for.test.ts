import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { missingPackages } from '../failover/patroni-cluster.ts'
import { freePort, repository, temporaryFolder } from '../run-service.ts'
import { until } from '../test-clusters.ts'

const missing = await missingPackages()
const options =
  missing.length === 0 ? {} : { skip: `these Debian packages are missing: ${missing.join(', ')}` }

/** Longer than a process may take to say that it is ready, and shorter than one that is there may. */
const slowMs = 3_000

/** One that is as slow to say that it is there as it is told to be, and never says so when it hangs. */
async function openProcess() {
  let pace: 'prompt' | 'slow' | 'hangs' = 'prompt'
  const server: Server = createServer(async (request, response) => {
    if (pace === 'hangs') return
    if (pace === 'slow' && request.url?.endsWith('z')) await sleep(slowMs)
    response.end('answered')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    become: (next: typeof pace) => {
      pace = next
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** HAProxy as `deploy/` ships it, before these processes. */
async function openFront(processes: number[]) {
  const { path, remove } = await temporaryFolder()
  const shipped = await readFile(join(repository, 'deploy', 'haproxy.cfg'), 'utf8')
  // It stays whoever we are.
  const template = shipped.replaceAll(/^ {2}(?:user|group) .*\n/gm, '')
  const port = await freePort()
  const given: Record<string, string> = {
    FRONT_BIND: `127.0.0.1:${port}`,
    WRITE_BIND: `127.0.0.1:${await freePort()}`,
    READ_BIND: `127.0.0.1:${await freePort()}`,
    API1: `127.0.0.1:${processes[0]}`,
    API2: `127.0.0.1:${processes[1]}`,
    UNAVAILABLE: join(repository, 'deploy', 'unavailable.http'),
    HAPROXY_LOG: 'stdout format raw local0 notice',
    HAPROXY_ADMIN: join(path, 'haproxy.sock'),
  }
  // No database is asked for here.
  const filled = template.replaceAll(
    /@([A-Z0-9_]+)@/g,
    (_, name: string) => given[name] ?? (name.endsWith('PORT') ? '9' : '127.0.0.1:9'),
  )
  const file = join(path, 'haproxy.cfg')
  await writeFile(file, filled)
  const haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  return {
    ask: async () => {
      const signal = AbortSignal.timeout(10_000)
      const { status } = await fetch(`http://127.0.0.1:${port}/v1/anything`, { signal })
      return status
    },
    async close() {
      haproxy.kill('SIGKILL')
      await remove()
    },
  }
}

test(
  'one that is left and slow to say so is led to; one that hangs for long is not, and callers are told at once',
  options,
  async () => {
    const last = await openProcess()
    const front = await openFront([await freePort(), last.port])
    try {
      await until(async () => (await front.ask().catch(() => 0)) === 200)
      last.become('slow')
      // Whoever asks meanwhile is answered, also when it is no longer taken for ready.
      for (let asked = 0; asked < 15; asked += 1) {
        assert.equal(await front.ask(), 200, `after ${asked} s`)
        await sleep(1_000)
      }
      last.become('hangs')
      await until(async () => (await front.ask().catch(() => 0)) === 503)
      const askedAt = performance.now()
      assert.equal(await front.ask(), 503)
      assert.ok(performance.now() - askedAt < 2_000, 'it waited for a process that hangs')
    } finally {
      await front.close()
      last.close()
    }
  },
)
