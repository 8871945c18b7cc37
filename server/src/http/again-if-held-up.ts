import { isHeldUp } from '../database/database.ts'

/** Half of what a request has: what took longer would not be over again before whoever asks is told that it takes too long. */
const mostMs = 10_000

/** What of an answer matters here. */
type Asked = { sent: boolean; elapsedTime: number; raw: { destroyed: boolean } }

/**
 * Carries out once more what met a lock for longer than we wait for one: of two who decide about the same at once the second waits for all that the
 * first has to wait for. Nothing of the first try was kept, and between the two nothing is held. Not for somebody who was told already, or is gone.
 */
export async function againIfHeldUp<Result>(asked: Asked, attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt()
  } catch (error) {
    const isTooLate = asked.sent || asked.raw.destroyed || asked.elapsedTime > mostMs
    if (!isHeldUp(error) || isTooLate) throw error
    return await attempt()
  }
}
