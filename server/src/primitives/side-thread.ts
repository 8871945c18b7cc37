import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Refusal } from './refusal.ts'

export type SideThread<Question, Answer> = {
  ask(question: Question): Promise<Answer>
  /** Whoever still waits is told to come again, and so is whoever comes later. */
  end(): Promise<void>
}

type Wishes = {
  file: URL
  /** What it is told before anything is asked. */
  workerData?: unknown
  /** Whoever comes when so many wait would get nothing in time. */
  mostWaiting: number
  /** Nobody waits longer for an answer than that, once it is being worked out. */
  withinMs: number
  /** Said to whoever gets no answer now, and may get one later. */
  whenBusy: string
}

/** Ours need a fraction of it; whatever needs more ends with its thread, and not with the service. */
const mostMemoryMb = 256

/**
 * A thread apart for what takes long: nobody's payment waits for it. It is asked one thing after another, begins with the first question, and
 * begins anew after one that it could not answer. What is thrown in it is thrown to whoever asked.
 */
export function sideThread<Question, Answer>(wishes: Wishes): SideThread<Question, Answer> {
  const { file, workerData, mostWaiting, withinMs } = wishes
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  let running: { worker: Worker; gone: AbortSignal } | null = null
  let hasEnded = false
  const busy = () => new Refusal('unavailable', { message: wishes.whenBusy })

  function start() {
    const worker = new Worker(file, { workerData, resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb } })
    const gone = new AbortController()
    worker.unref()
    // Whoever waits for it is told; without anybody it would be a fault that nobody takes, which ends the process.
    worker.on('error', () => {})
    worker.once('exit', () => {
      gone.abort()
      if (running?.worker === worker) running = null
    })
    return { worker, gone: gone.signal }
  }

  async function answer(question: Question): Promise<Answer> {
    if (hasEnded) throw busy()
    running ??= start()
    const { worker, gone } = running
    const signal = AbortSignal.any([AbortSignal.timeout(withinMs), gone])
    try {
      const told = once(worker, 'message', { signal }) as Promise<[Answer]>
      worker.postMessage(question)
      const [found] = await told
      return found
    } catch (error) {
      // Nobody knows what it is at; the next one gets another.
      if (running?.worker === worker) running = null
      void worker.terminate()
      // What it threw may arrive in one go with its end: whoever asked hears what was thrown.
      throw isAbort(error) ? busy() : error
    }
  }

  return {
    async ask(question) {
      if (waiting >= mostWaiting) throw busy()
      waiting += 1
      const mine = last.then(() => answer(question))
      last = mine.catch(() => undefined)
      return await mine.finally(() => {
        waiting -= 1
      })
    },
    async end() {
      hasEnded = true
      await running?.worker.terminate()
    },
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ABORT_ERR'
}
