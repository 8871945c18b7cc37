import type { Sessions } from '../auth/auth.ts'
import { Refusal } from '../primitives/refusal.ts'
import { type AttemptLimit, countAttempts } from '../tallies/tallies.ts'
import type { World } from '../world/world.ts'
import { WrongCode } from './translate.ts'

/** As many as the sign-in library counts before it locks the account; it counts after it has looked, and many at once get by. */
const guesses: AttemptLimit = { kind: 'second-factor', most: 10, windowMs: 15 * 60_000 }

/** Longer than any code is right: its own half minute, and that before and after it. */
const uses: AttemptLimit = { kind: 'used-code', most: 1, windowMs: 3 * 60_000 }

export type CodeGuard = {
  /** Counts a guess of whoever has given the password before the code is looked at, so that many at once are no way around. */
  guess<T>(cookie: string, work: () => Promise<T>): Promise<T>
  /** Whether somebody has signed in with this code of theirs before. */
  isSpent(userId: string, code: string): Promise<boolean>
}

export function codeGuard({ sql, clock }: World, sessions: Pick<Sessions, 'findHalfway'>): CodeGuard {
  const guessed = countAttempts(sql, clock, guesses)
  const used = countAttempts(sql, clock, uses)
  return {
    async guess(cookie, work) {
      const userId = await sessions.findHalfway(cookie)
      if (userId === null) return await work()
      const waitSeconds = await guessed.take(userId)
      if (waitSeconds > 0) {
        throw new Refusal('rate_limited', {
          message: 'Too many wrong codes. The account waits for 15 minutes.',
          details: { retry_after_seconds: waitSeconds },
        })
      }
      try {
        const result = await work()
        await guessed.forgive(userId)
        return result
      } catch (error) {
        if (!(error instanceof WrongCode)) await guessed.takeBack(userId)
        throw error
      }
    },
    isSpent: async (userId, code) => (await used.take(`${userId} ${code}`)) > 0,
  }
}
