import { dayAt } from '../primitives/instant.ts'
import { invalid } from '../primitives/refusal.ts'

const dayMs = 24 * 3_600_000
const usualDays = 30
const mostDays = 366

/** Before it no calendar of a database has a day. */
const firstOfAll = '0001-01-01'

/** The days to be told of, in their order. Days are counted as numbers, which have no hour that could be lost. */
export function daysBetween({ from, to }: { from?: string; to?: string }, now: Date): string[] {
  const last = numberOf(to ?? dayAt(now))
  const first = numberOf(from ?? usualBeginning(last))
  if (first > last) {
    throw invalid({ field: 'from', problem: `must not be after to, which is ${dayOf(last)}` })
  }
  if (last - first >= mostDays) {
    throw invalid({ field: 'from', problem: `must be at most ${mostDays} days before the end of to` })
  }
  return Array.from({ length: last - first + 1 }, (_, place) => dayOf(first + place))
}

function usualBeginning(last: number): string {
  return dayOf(Math.max(last - usualDays + 1, numberOf(firstOfAll)))
}

function numberOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / dayMs
}

function dayOf(number: number): string {
  return new Date(number * dayMs).toISOString().slice(0, 10)
}
