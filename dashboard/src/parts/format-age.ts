import type { partWords } from './part-words.ts'

type Sentences = Pick<(typeof partWords)['en'], 'days' | 'hours' | 'minutes' | 'justNow'>

/** `3 h 12 min`, `2 days`: as close as matters to whoever waits. */
export function formatAge(ms: number, words: Sentences): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return words.justNow
  if (minutes < 60) return words.minutes(minutes)
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return words.days(Math.floor(hours / 24))
  return minutes % 60 === 0 ? words.hours(hours) : `${words.hours(hours)} ${words.minutes(minutes % 60)}`
}
