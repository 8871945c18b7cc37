import { randomInt } from 'node:crypto'

export { type Hasten, type Hastened, nothingIsDue } from './hasten.ts'
export { startTaking, type Taking, takeOnce } from './take-work.ts'
export { createWakeUp } from './wake-up.ts'

/** What runs until it is stopped. */
export type Running = { stop(): Promise<void> }

/** What the service does by itself. The name tells in logs and metrics which one failed. */
export type Chore = { name: string } & (
  | { everyMs: number; work(): Promise<unknown> }
  /** One that keeps its own time. */
  | { start(onError: (error: unknown) => void): Running }
)

export function startChore(chore: Chore, onError: (error: unknown) => void): Running {
  return 'start' in chore ? chore.start(onError) : runEvery(chore.everyMs, chore.work, onError)
}

/** What a round of long work is given. */
export type Round = { stopping: AbortSignal; onError(error: unknown): void }

/** Work that may take long, and that ends when the service does. */
export function roundsOf(
  { name, everyMs }: { name: string; everyMs: number },
  round: (running: Round) => Promise<unknown>,
): Chore {
  return {
    name,
    start(onError) {
      const stopping = new AbortController()
      const rounds = runEvery(everyMs, () => round({ stopping: stopping.signal, onError }), onError)
      return {
        async stop() {
          stopping.abort()
          await rounds.stop()
        },
      }
    },
  }
}

/** Who is restarted more often than a chore comes round must not put it off for ever. And not all come at the same moment: together they would be in everybody's way. */
const firstWithinMs = 60_000

/** Runs a chore again and again, never two at once. A failure is reported and the next round comes all the same. */
export function runEvery(
  everyMs: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
): Running {
  let stopped = false
  let running: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout

  function plan(afterMs: number) {
    timer = setTimeout(() => {
      running = Promise.try(work)
        .catch(onError)
        .finally(() => {
          if (!stopped) plan(everyMs)
        })
    }, afterMs)
    timer.unref()
  }

  plan(everyMs < firstWithinMs ? everyMs : firstWithinMs - randomInt(firstWithinMs / 2))
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
