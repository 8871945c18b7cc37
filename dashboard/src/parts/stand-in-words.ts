import { bothLanguages, useWords } from '../words/words.ts'

/** What stands for somebody in the service where nobody's name or number is known, in words: a payer who gave no name, and whoever was erased. */
export const standInWords = bothLanguages<Record<string, string>>(
  { Payer: 'Payer', Erased: 'Erased', erased: 'erased' },
  { Payer: 'Mlipaji', Erased: 'Amefutwa', erased: 'imefutwa' },
)

/** How a name or a number is read. */
export function useSayWho(): (name: string) => string {
  const words = useWords(standInWords)
  return (name) => words[name] ?? name
}
