import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { proofPrefix } from './tell-proof.ts'

export type Outcome = {
  word: string
  holds: boolean
  passed: number
  failed: number
  seconds: number
  seen: string[]
}

export type Run = {
  word: string
  command: string[]
  environment: NodeJS.ProcessEnv
  mostMs: number
  show(text: string): void
}

const repository = join(import.meta.dirname, '..', '..', '..')

/** Lets a proof be carried out by a process of its own, shows what it prints, and ends it when its time is up. */
export async function runProof({ word, command, environment, mostMs, show }: Run): Promise<Outcome> {
  const began = performance.now()
  const child = spawn(process.execPath, command, {
    cwd: repository,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
    show(String(chunk))
  })
  // It is given the time to end what it has started.
  const tooLong = setTimeout(() => {
    show(`The proof of ${word} took longer than ${Math.round(mostMs / 60_000)} minutes\n`)
    child.kill('SIGTERM')
  }, mostMs)
  const endWithUs = () => void child.kill('SIGTERM')
  process.once('SIGTERM', endWithUs).once('SIGINT', endWithUs)
  const [code] = await once(child, 'close')
  clearTimeout(tooLong)
  process.off('SIGTERM', endWithUs).off('SIGINT', endWithUs)
  const passed = counted(output, 'pass')
  return {
    word,
    // What has not run has shown nothing.
    holds: code === 0 && passed > 0,
    passed,
    failed: counted(output, 'fail') + counted(output, 'cancelled'),
    seconds: Math.round((performance.now() - began) / 1_000),
    seen: Array.from(output.matchAll(new RegExp(`${proofPrefix}(.*)`, 'g')), ([, line]) => line ?? ''),
  }
}

function counted(output: string, what: string): number {
  return Number(new RegExp(`^ℹ ${what} (\\d+)$`, 'm').exec(output)?.[1] ?? 0)
}
