import { teller } from '../../words/tell-written.ts'
import type { Language } from '../../words/words.ts'
import { sentenceWords } from './sentence-words.ts'

const tellPart = teller(sentenceWords)

/** Why a rule was met, in the reader's language: each of its parts, joined as the service joins them. */
export function tellSentence(written: string, language: Language): string {
  if (language === 'en') return written
  const parts = written.replace(/\.$/, '').split('; ')
  const told = parts.map((part) => tellPart(withFirst(part, 'lower'), language)).join('; ')
  return `${withFirst(told, 'upper')}.`
}

function withFirst(text: string, letter: 'lower' | 'upper'): string {
  const first = text.charAt(0)
  return (letter === 'lower' ? first.toLowerCase() : first.toUpperCase()) + text.slice(1)
}
