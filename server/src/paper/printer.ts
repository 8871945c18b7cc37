import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Refusal } from '../primitives/refusal.ts'

/** What is to be printed: given the content, the function of that name in that file draws it. It may import what it likes. */
export type PrintJob = { merchantId: string; file: URL; by: string; content: unknown }
export type Print = (job: PrintJob) => Promise<Buffer>

/** The same on its way to the thread. */
export type Ordered = { file: string; by: string; content: unknown }

type Limits = {
  /** Who comes when so many wait would get nothing in time. */
  mostWaiting: number
  /** So that one merchant's printing keeps no other from theirs. */
  mostOfOne: number
  /** A hundred long items take a tenth of it; nobody waits longer for any answer. */
  withinMs: number
}

const limits: Limits = { mostWaiting: 40, mostOfOne: 10, withinMs: 20_000 }

/** Fonts and a few pages need a fraction of it; whatever needs more ends with its thread, and not with the service. */
const mostMemoryMb = 256

/**
 * Prints in a thread apart, one thing after another: laying out a page of text takes as long as a hundred payments, and nobody's
 * payment waits for it. The thread begins with the first that is printed, and anew after one that it could not finish.
 */
export function printer(
  { mostWaiting, mostOfOne, withinMs } = limits,
  thread = new URL('./printing-thread.ts', import.meta.url),
): Print {
  const waiting: string[] = []
  let last: Promise<unknown> = Promise.resolve()
  let worker: Worker | null = null

  function start(): Worker {
    const started = new Worker(thread, { resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb } })
    started.unref()
    // Whoever waits for it is told; without anybody it would be a fault that nobody takes, which ends the process.
    started.on('error', () => {})
    started.once('exit', () => {
      if (worker === started) worker = null
    })
    return started
  }

  async function print({ file, by, content }: PrintJob): Promise<Buffer> {
    worker ??= start()
    const busy = worker
    const limit = AbortSignal.timeout(withinMs)
    try {
      const answer = once(busy, 'message', { signal: limit }) as Promise<[Uint8Array]>
      busy.postMessage({ file: file.href, by, content } satisfies Ordered)
      const [{ buffer, byteOffset, byteLength }] = await answer
      return Buffer.from(buffer, byteOffset, byteLength)
    } catch (error) {
      // Nobody knows what it is at; the next one gets another.
      worker = null
      void busy.terminate()
      throw limit.aborted ? tooBusy() : error
    }
  }

  return async (job) => {
    const { merchantId: merchant } = job
    const own = waiting.filter((one) => one === merchant).length
    if (waiting.length >= mostWaiting || own >= mostOfOne) throw tooBusy()
    waiting.push(merchant)
    const mine = last.then(() => print(job))
    last = mine.catch(() => undefined)
    try {
      return await mine
    } finally {
      waiting.splice(waiting.indexOf(merchant), 1)
    }
  }
}

function tooBusy(): Refusal {
  return new Refusal('unavailable', {
    message: 'Too much is being printed just now. Wait as long as Retry-After says.',
  })
}
