import { setTimeout as sleep } from 'node:timers/promises'
import { isHeldUp } from '../database/database.ts'
import type { StartRefused } from '../primitives/start-refused.ts'

const tries = 40
const pauseMs = 250

/** Does something for which a table is needed alone for a moment, again and again while others use it; then it is given up. */
export async function againWhileHeld(
  work: () => Promise<void>,
  givenUp: (reason: string) => StartRefused,
): Promise<void> {
  for (let left = tries; ; left -= 1) {
    try {
      return await work()
    } catch (error) {
      if (!isHeldUp(error)) throw error
      if (left <= 1) throw givenUp('the table is in use; try again when it is less busy')
      await sleep(pauseMs)
    }
  }
}
