import type { Database } from '../database/database.ts'
import type { Clock } from '../primitives/clock.ts'
import { addTallies, takeBackTally } from './add-tallies.ts'

/** Counts what somebody may try only so often, in whatever process they try it. */
export type AttemptCount = {
  /** Counts an attempt before it is made, so that many at once are no way around. Seconds to wait, or 0 when it is allowed. */
  take(name: string): Promise<number>
  /** The attempt was none, for a reason of ours. */
  takeBack(name: string): Promise<void>
  /** It was right: those before it are forgiven. */
  forgive(name: string): Promise<void>
}

export type AttemptLimit = { kind: string; most: number; windowMs: number }

/** Each attempt costs a round trip: those who sign in wait longer for the hash of their password. */
export function countAttempts(sql: Database, clock: Clock, limit: AttemptLimit): AttemptCount {
  const nameOf = (name: string) => `${limit.kind}:${name}`
  return {
    async take(name) {
      const now = clock.now()
      const until = new Date(now.getTime() + limit.windowMs)
      const [tally] = await addTallies(sql, now, [{ name: nameOf(name), count: 1, until }])
      if (!tally || tally.count <= limit.most) return 0
      return Math.max(1, Math.ceil((tally.until.getTime() - now.getTime()) / 1000))
    },
    takeBack: (name) => takeBackTally(sql, nameOf(name), 'one'),
    forgive: (name) => takeBackTally(sql, nameOf(name), 'all'),
  }
}
