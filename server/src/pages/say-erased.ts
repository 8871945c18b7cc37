import { erasedName, erasedNumber } from '../primitives/stand-ins.ts'
import { type Language, wordsIn } from './language.ts'

/** What somebody wrote, or that it was erased. */
export function sayErased(text: string, language: Language): string {
  return text === erasedName || text === erasedNumber ? wordsIn(language).erased : text
}
