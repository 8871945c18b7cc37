import { setImmediate as turn } from 'node:timers/promises'

/** What begins in the next turn of the loop is not yet seen in this one. */
const quietTurns = 3

/** Tells when all that was begun is done, or waits for the provider. */
export function quietWork() {
  let under = 0
  let all = 0
  let wake: (() => void) | undefined
  return {
    /** How much was ever begun: if it did not grow, nothing can have changed. */
    soFar: () => all,
    enter() {
      under += 1
      all += 1
    },
    leave() {
      under -= 1
      if (under === 0) wake?.()
    },
    async settled() {
      for (let quiet = 0; quiet < quietTurns; quiet += 1) {
        await turn()
        if (under === 0) continue
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        wake = undefined
        quiet = -1
      }
    },
  }
}

export type QuietWork = ReturnType<typeof quietWork>
