import { execFile } from 'node:child_process'

export type Ran = { code: number; output: string }

/** Only what programs need: a PGDATA or PGPORT of the operator's shell must not steer our own server. */
export const plainEnvironment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

export type RunOptions = { uid?: number; gid?: number; timeoutMs?: number }

/** Runs a program to its end, from a folder that everyone can reach. Never rejects: 127 means it could not run. */
export function runProgram(file: string, args: string[], options: RunOptions = {}): Promise<Ran> {
  const { timeoutMs = 10_000, ...identity } = options
  return new Promise((resolve) => {
    const wishes = { cwd: '/', env: plainEnvironment, timeout: timeoutMs, killSignal: 'SIGKILL' as const }
    execFile(file, args, { ...wishes, ...identity }, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`.trim()
      if (error === null) return resolve({ code: 0, output })
      if (typeof error.code === 'number') return resolve({ code: error.code, output })
      resolve({ code: 127, output: output || error.message })
    })
  })
}
