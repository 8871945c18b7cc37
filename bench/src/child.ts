import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

type Message = Record<string, string>
export type Child = {
  pid: number
  message: Message
  /** Asks the child something; it knows one question. */
  ask(): Promise<Message>
  stop(): Promise<void>
}

/** As in the scripts of package.json: memory that is given back early costs next to nothing here. */
export const memoryFlags = [
  '--min-semi-space-size=24',
  '--max-semi-space-size=24',
  '--heap-growing-percent=50',
]

/** Starts a program of this folder as a process of its own and waits for its first message. */
export function startChild(file: string, environment: Record<string, string> = {}): Promise<Child> {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const child = fork(path, {
    env: { ...process.env, ...environment },
    execArgv: memoryFlags,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const next = () =>
    new Promise<Message>((resolve) => child.once('message', (message) => resolve(message as Message)))
  const ask = () => {
    const answer = next()
    child.send('?')
    return answer
  }
  const stop = () =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.disconnect()
    })
  return new Promise((resolve, reject) => {
    child.once('message', (message) =>
      resolve({ pid: child.pid ?? 0, message: message as Message, ask, stop }),
    )
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)))
  })
}
