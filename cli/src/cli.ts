import { tellFailure } from './output/tell-failure.ts'
import { createProgram } from './program.ts'
import type { Surroundings } from './surroundings.ts'

export type { Surroundings }

/** Carries out one line of words and says how to exit: 0 done, 1 refused or failed, 2 misused. */
export async function runCli(words: readonly string[], surroundings: Surroundings): Promise<number> {
  try {
    await createProgram(surroundings).parseAsync(words, { from: 'user' })
    return 0
  } catch (error) {
    return tellFailure(error, surroundings, words.includes('--json'))
  }
}
