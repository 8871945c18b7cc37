import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than a provider should need, shorter than the lease under which it is asked. */
const providerDeadlineMs = 15_000

/** An answer that does not come, or breaks on the way, is one that we do not know. */
export async function askProvider<Word>(
  question: () => Promise<Word>,
): Promise<Word | { kind: 'unknown'; because: string }> {
  const giveUp = new AbortController()
  const silence = sleep(providerDeadlineMs, undefined, { signal: giveUp.signal, ref: false }).then(
    () => ({ kind: 'unknown', because: 'no answer in time' }) as const,
  )
  silence.catch(() => {})
  try {
    return await Promise.race([question(), silence])
  } catch (error) {
    return { kind: 'unknown', because: String(error) }
  } finally {
    giveUp.abort()
  }
}
