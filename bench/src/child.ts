import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export type Child = { message: Record<string, string>; stop(): Promise<void> }

/** Starts a program of this folder as a process of its own and waits for its first message. */
export function startChild(file: string, environment: Record<string, string> = {}): Promise<Child> {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const child = fork(path, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const stop = () =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.disconnect()
    })
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve({ message: message as Record<string, string>, stop }))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)))
  })
}
