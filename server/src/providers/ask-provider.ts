import { legible } from './legible.ts'
import type { Unknown } from './provider.ts'
import { whyUnanswered } from './why-unanswered.ts'

/** Longer than a provider should need, shorter than the lease under which it is asked. */
const providerDeadlineMs = 15_000

/** Why a call ends that was answered or given up. One for all, because an error is dearer to make than all the rest of asking. */
const over = new Error('The call is over.')

/** An answer that does not come, or breaks on the way, is one that we do not know. The call ends with our patience. */
export async function askProvider<Word>(
  question: (signal: AbortSignal) => Promise<Word>,
  deadlineMs = providerDeadlineMs,
): Promise<Word | Unknown> {
  const asking = new AbortController()
  const silence = Promise.withResolvers<Unknown>()
  const patience = setTimeout(silence.resolve, deadlineMs, { kind: 'unknown', because: 'no answer in time' })
  patience.unref()
  try {
    return legible(await Promise.race([question(asking.signal), silence.promise]))
  } catch (error) {
    return legible({ kind: 'unknown', because: whyUnanswered(error) } as const)
  } finally {
    clearTimeout(patience)
    asking.abort(over)
  }
}
