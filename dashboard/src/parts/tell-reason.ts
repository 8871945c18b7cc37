import { refusalOfCode } from '../words/refusals.ts'
import { teller } from '../words/tell-written.ts'
import type { Language } from '../words/words.ts'
import { causeWords } from './cause-words.ts'
import { reasonWords } from './reason-words.ts'

const tell = teller({
  en: { ...causeWords.en, ...reasonWords.en },
  sw: { ...causeWords.sw, ...reasonWords.sw },
})

/** `validation_error: …`, as the service writes down with which refusal something ended. */
const refusal = /^([a-z]+(?:_[a-z]+)*): /

/** What the service wrote down about money, providers and books, in the reader's language. What people and providers wrote stays as it came. */
export function tellReason(written: string, language: Language): string {
  const [begin, code = ''] = refusal.exec(written) ?? []
  const told = language === 'en' ? undefined : refusalOfCode(language, code)
  return begin !== undefined && told !== undefined ? begin + told : tell(written, language)
}
