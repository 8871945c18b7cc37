import type { Clock } from './clock.ts'

/** Counts failures, or whatever else has a limit, by name within a window. */
export type FailureCount = {
  /** Seconds to wait, or 0 when another try is allowed. */
  waitSeconds(name: string): number
  failed(name: string): void
  succeeded(name: string): void
}

/** Enough names for any honest hour; beyond it the oldest are forgotten, so that nobody can fill the memory. */
const mostNames = 50_000

export function countFailures(clock: Clock, limit: { most: number; windowMs: number }): FailureCount {
  const counts = new Map<string, { failures: number; until: number }>()

  function current(name: string) {
    const entry = counts.get(name)
    if (entry && entry.until <= clock.now().getTime()) {
      counts.delete(name)
      return undefined
    }
    return entry
  }

  return {
    waitSeconds(name) {
      const entry = current(name)
      if (!entry || entry.failures < limit.most) return 0
      return Math.ceil((entry.until - clock.now().getTime()) / 1000)
    },
    failed(name) {
      const entry = current(name) ?? { failures: 0, until: clock.now().getTime() + limit.windowMs }
      counts.delete(name)
      counts.set(name, { ...entry, failures: entry.failures + 1 })
      if (counts.size > mostNames) counts.delete(counts.keys().next().value ?? '')
    },
    succeeded: (name) => void counts.delete(name),
  }
}
