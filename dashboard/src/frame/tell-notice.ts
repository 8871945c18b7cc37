import type { Notification } from '@malipo/sdk'
import { formatInstant } from '../parts/format.ts'
import { tellPause } from '../parts/tell-pause.ts'
import { teller } from '../words/tell-written.ts'
import type { Language } from '../words/words.ts'
import { noticePartWords } from './notice-part-words.ts'
import { noticeWords } from './notice-words.ts'

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

const tellWords = teller(noticePartWords, tellPart)

/** What stands inside a notice: words of ours, a time, or what a person has written, which stays as it came. */
function tellPart(written: string, language: Language): string {
  if (instant.test(written)) return formatInstant(new Date(written), language)
  const told = tellWords(written, language)
  return told === written ? tellPause(written, language) : told
}

const tellers = new Map(
  (Object.keys(noticeWords.en) as (keyof typeof noticeWords.en)[]).map((kind) => [
    kind as string,
    teller({ en: noticeWords.en[kind], sw: noticeWords.sw[kind] }, tellPart),
  ]),
)

type Told = Pick<Notification, 'kind' | 'title' | 'text'>

/** What a merchant was told, in the reader's language. Only what its kind says is looked for: the rest was written by somebody. */
export function tellNotice({ kind, title, text }: Told, language: Language): { title: string; text: string } {
  const tell = tellers.get(kind)
  return tell ? { title: tell(title, language), text: tell(text, language) } : { title, text }
}
