import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const repository = fileURLToPath(new URL('../..', import.meta.url))

export type RunningProcess = {
  child: ChildProcess
  /** Everything it has printed so far. */
  output(): string
  exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

export type RunningService = RunningProcess & { url: string }

export type Started = {
  environment?: Record<string, string>
  command?: string[]
  /** Another repository than this one. */
  folder?: string
}

/** Starts a program of ours as a process of its own, without waiting for anything. */
export function startProcess(started: Started): RunningProcess {
  const { environment = {}, command = ['server/src/main.ts'], folder = repository } = started
  const [program, ...words] = command[0] === 'npm' ? command : [process.execPath, ...command]
  const {
    NODE_TEST_CONTEXT: _ours,
    DATABASE_URL: _theirs,
    DATABASE_DIRECT_URL: _direct,
    ...inherited
  } = process.env
  // Whoever wants gateways beside it says where: a port that nobody has asked for could be that of another test.
  const env = { ...inherited, GATEWAY_PORT: 'off', ...environment }
  const child = spawn(program ?? 'node', words, { cwd: folder, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const exit = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  return { child, output: () => output, exit }
}

/** Far longer than anything takes that a service dies of. */
const diesWithinMs = 120_000

/** That it has died as by a power cut. One that goes on living is ended: waited for, it would keep the test alive, which then ends without having said why. */
export async function assertDied({ child, exit, output }: RunningProcess, of = ''): Promise<void> {
  let livesOn = false
  const tooLate = setTimeout(() => {
    livesOn = true
    child.kill('SIGKILL')
  }, diesWithinMs)
  const { signal } = await exit
  clearTimeout(tooLate)
  assert.ok(!livesOn && signal === 'SIGKILL', `it did not die as it was to: ${of}\n${output()}`)
}

/** So long may a start take where the disk is slow and others want it too. */
const startsWithinMs = 90_000

/** Starts the service and waits until it is ready; one that does not become so is ended. */
export async function runService(started: Started & { port: number }): Promise<RunningService> {
  const environment = { PORT: String(started.port), RATE_LIMIT: 'off', ...started.environment }
  const running = startProcess({ ...started, environment })
  const url = `http://localhost:${started.port}`
  let ended = false
  void running.exit.then(() => {
    ended = true
  })
  const deadline = performance.now() + startsWithinMs
  while (performance.now() < deadline) {
    const ready = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
      (response) => response.status === 200,
      () => false,
    )
    if (ready) return { ...running, url }
    if (ended) throw new Error(`The service ended at its start:\n${running.output()}`)
    await sleep(50)
  }
  // Left alive, it would keep the test alive too, which then ends without having said why.
  running.child.kill('SIGKILL')
  throw new Error(`The service did not become ready:\n${running.output()}`)
}

/** Runs the operator's command to its end. */
export async function malipo(words: string[], environment: Record<string, string>) {
  const running = startProcess({ command: ['server/src/malipo.ts', ...words], environment })
  const { code } = await running.exit
  return { code, output: running.output().trim() }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'malipo-test-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
