import { homedir } from 'node:os'

type Writable = { write(text: string): unknown; isTTY?: boolean | undefined }
type Readable = AsyncIterable<string | Uint8Array> & { isTTY?: boolean | undefined }

/** What the command reads and writes of the machine it runs on; passed in, so that tests need no process. */
export type Surroundings = {
  env: Record<string, string | undefined>
  stdin: Readable
  stdout: Writable
  stderr: Writable
  homeFolder: string
  workingFolder: string
  now(): Date
  /** Aborted by Ctrl-C, or when whoever started us ends. */
  signal: AbortSignal
}

export function surroundingsOf(running: NodeJS.Process, signal: AbortSignal): Surroundings {
  return {
    env: running.env,
    stdin: running.stdin,
    stdout: running.stdout,
    stderr: running.stderr,
    homeFolder: homedir(),
    workingFolder: running.cwd(),
    now: () => new Date(),
    signal,
  }
}

/** Whether somebody can be asked: both ends must be a person's. */
export function canAsk({ stdin, stdout }: Surroundings): boolean {
  return stdin.isTTY === true && stdout.isTTY === true
}
