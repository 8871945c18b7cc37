import type { Language } from '../words/words.ts'
import { causeWords } from './cause-words.ts'

/** `answered 500 ` before it, ` (ECODE)` after it: what is particular about a cause. */
const parts = /^(answered \d{3}[:;]? )?(.*?)( \(.+\))?$/

/** Why something did not arrive, as the service wrote it down, in the reader's language. What is not known stays as it came: another wrote it. */
export function tellCause(written: string, language: Language): string {
  const [, answered = '', what, detail = ''] = parts.exec(written) ?? []
  const { en, [language]: words } = causeWords
  // One of them is a code that merchants' programs read, too: held_for_review.
  const inWords = what?.replaceAll('_', ' ')
  const known = (Object.keys(en) as (keyof typeof en)[]).find((cause) => en[cause] === inWords)
  if (known === undefined) return written
  return `${answered.replace(en.answered, words.answered)}${words[known]}${detail}`
}
