import { execFileSync, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { repository } from './run-service.ts'

export type Finished = { code: number | null; stdout: string; stderr: string }

export type Terminal = {
  /** Runs the developer's command to its end. */
  run(words: string[], input?: string): Promise<Finished>
  /** Starts it, and leaves it running. */
  start(words: string[]): RunningCommand
}

export type RunningCommand = {
  stdout(): string
  stderr(): string
  kill(signal: NodeJS.Signals): void
  exit: Promise<Finished>
  /** Waits until something is so, and says what was printed when it never is. */
  until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void>
}

const inRepository = [process.execPath, 'cli/src/malipo-dev.ts']

/** A shell on a machine with settings of its own, in which nobody is watching. */
export function openTerminal(environment: Record<string, string>, command = inRepository): Terminal {
  const { NODE_TEST_CONTEXT: _ours, MALIPO_KEY: _key, MALIPO_URL: _url, ...inherited } = process.env
  function start(words: string[], input = ''): RunningCommand {
    const [program = '', ...first] = command
    const child = spawn(program, [...first, ...words], {
      cwd: repository,
      env: { ...inherited, ...environment },
    })
    const printed = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        printed[name] += text
      })
    }
    child.stdin.end(input)
    const exit = new Promise<Finished>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => resolve({ code, ...printed }))
    })
    const until = async (isSo: () => boolean | Promise<boolean>, what: string) => {
      for (let round = 0; round < 600; round += 1) {
        if (await isSo()) return
        await sleep(50)
      }
      throw new Error(`${what} never came:\n${printed.stdout}\n${printed.stderr}`)
    }
    return {
      stdout: () => printed.stdout,
      stderr: () => printed.stderr,
      kill: (signal) => void child.kill(signal),
      exit,
      until,
    }
  }
  return { start, run: (words, input) => start(words, input).exit }
}

/** What bash would offer for the last word of a line, once it has read the script of completions. */
export function completeInBash(script: string, line: string): string {
  const words = line.split(' ')
  const typed = words.map((word) => `'${word}'`).join(' ')
  const asked = `COMP_WORDS=(${typed}); COMP_CWORD=${words.length - 1}; _malipo_dev; echo "\${COMPREPLY[*]}"`
  return execFileSync('bash', ['-c', `${script}\n${asked}`], { encoding: 'utf8' }).trim()
}
