import { formatDay } from '../../parts/format.ts'
import type { Language } from '../../words/words.ts'

/** One day, or the first and the last. */
export function daysOf({ from, to }: { from: string; to: string }, language: Language): string {
  const [first, last] = [from, to].map((day) => formatDay(new Date(`${day}T12:00:00Z`), language))
  return first === last ? `${first}` : `${first} – ${last}`
}
