import { Refusal } from '../primitives/refusal.ts'
import { sideThread } from '../primitives/side-thread.ts'

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

const whenBusy = 'Too much is being printed just now. Wait as long as Retry-After says.'

/**
 * Prints in a thread apart, one thing after another: laying out a page of text takes as long as a hundred payments, and nobody's
 * payment waits for it.
 */
export function printer(
  { mostWaiting, mostOfOne, withinMs } = limits,
  file = new URL('./printing-thread.ts', import.meta.url),
): Print {
  const waiting: string[] = []
  const thread = sideThread<Ordered, Uint8Array>({ file, mostWaiting, withinMs, whenBusy })

  return async ({ merchantId: merchant, file: drawing, by, content }) => {
    const own = waiting.filter((one) => one === merchant).length
    if (own >= mostOfOne) throw new Refusal('unavailable', { message: whenBusy })
    waiting.push(merchant)
    try {
      const { buffer, byteOffset, byteLength } = await thread.ask({ file: drawing.href, by, content })
      return Buffer.from(buffer, byteOffset, byteLength)
    } finally {
      waiting.splice(waiting.indexOf(merchant), 1)
    }
  }
}
