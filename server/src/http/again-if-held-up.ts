import { isHeldUp } from '../database/database.ts'

/** What took longer would not be over again before whoever asks has been told that it takes too long. */
const mostMs = 8_000

/**
 * Carries out once more what met a lock for longer than we wait for one: of two who decide about the same at once the second waits for all that the
 * first has to wait for. Nothing of the first try was kept, and between the two nothing is held.
 */
export async function againIfHeldUp<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const beganAt = performance.now()
  try {
    return await attempt()
  } catch (error) {
    if (!isHeldUp(error) || performance.now() - beganAt > mostMs) throw error
    return await attempt()
  }
}
