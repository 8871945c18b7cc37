import type { CollectionSentence, WithdrawalSentence } from '@malipo/sdk'
import { dayIn, formatDay, formatTime } from '../parts/format.ts'
import type { Language } from '../words/words.ts'
import { sentenceWords } from './sentence-words.ts'

/** What is true of a payment or a withdrawal, and what comes next. */
export function tellSentence(
  sentence: CollectionSentence | WithdrawalSentence,
  of: 'payment' | 'withdrawal',
  language: Language,
  now = new Date(),
): string {
  const words = sentenceWords[language]
  const is = (words[of] as Record<string, string>)[sentence.state] ?? sentence.state
  // What is due now has no hour that anybody could wait for.
  const due = sentence.next_at === null ? null : new Date(sentence.next_at)
  const at = due === null || due <= now ? null : timeOf(due, now, language)
  const next = words.next[sentence.next](at)
  return [is, next, sentence.being_checked && words.beingChecked].filter(Boolean).join(' ')
}

function timeOf(at: Date, now: Date, language: Language): string {
  return dayIn(at) === dayIn(now) ? formatTime(at) : `${formatDay(at, language)}, ${formatTime(at)}`
}
