import { setTimeout as sleep } from 'node:timers/promises'
import { legible } from './legible.ts'
import type { Unknown } from './provider.ts'
import { whyUnanswered } from './why-unanswered.ts'

/** Longer than a provider should need, shorter than the lease under which it is asked. */
const providerDeadlineMs = 15_000

/** An answer that does not come, or breaks on the way, is one that we do not know. The call ends with our patience. */
export async function askProvider<Word>(
  question: (signal: AbortSignal) => Promise<Word>,
  deadlineMs = providerDeadlineMs,
): Promise<Word | Unknown> {
  const [waiting, asking] = [new AbortController(), new AbortController()]
  const silence = sleep(deadlineMs, undefined, { signal: waiting.signal, ref: false }).then(
    () => ({ kind: 'unknown', because: 'no answer in time' }) as const,
  )
  silence.catch(() => {})
  try {
    return legible(await Promise.race([question(asking.signal), silence]))
  } catch (error) {
    return legible({ kind: 'unknown', because: whyUnanswered(error) } as const)
  } finally {
    waiting.abort()
    asking.abort()
  }
}
