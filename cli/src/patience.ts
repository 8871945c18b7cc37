import { setTimeout as sleep } from 'node:timers/promises'
import { MalipoConnectionError, MalipoError } from '@malipo/sdk'
import type { Printer } from './output/printer.ts'

export type Patience = {
  /** Does a thing until the service answers, however long it is away. What it refuses for good is thrown. */
  until<Result>(work: () => Promise<Result>): Promise<Result>
}

const stepsMs = [500, 1_000, 2_000, 5_000]

/** For commands that outlive a restart of the service: says once that it is away, and once that it is back. */
export function patienceWith(printer: Printer, signal: AbortSignal, steps = stepsMs): Patience {
  return {
    async until(work) {
      for (let tries = 0; ; tries += 1) {
        try {
          const result = await work()
          if (tries > 0) printer.note(printer.paint.green('The service is back.'))
          return result
        } catch (error) {
          if (!isPassing(error) || signal.aborted) throw error
          if (tries === 0) printer.note(printer.paint.yellow('The service does not answer; waiting for it …'))
          await sleep(steps[Math.min(tries, steps.length - 1)] ?? 0, undefined, { signal })
        }
      }
    },
  }
}

/** Nobody answered, or the answer was to come back later. */
export function isPassing(error: unknown): boolean {
  if (error instanceof MalipoConnectionError) return true
  if (!(error instanceof MalipoError) || error.status === undefined) return false
  return error.status >= 500 || error.status === 429
}
