import { formatMoney } from '../../parts/format.ts'
import type { saidWords } from './said-words.ts'

type Sentences = (typeof saidWords)['en']

/** What was said or held, as the service writes it down (`failed TZS 1500.00`), as people read it. What it does not know it leaves as it came. */
export function tellSaid(said: string, words: Sentences): string {
  const known = Object.keys(words).find(
    (one) => said === one || said.startsWith(`${one} `) || said.startsWith(`${one}:`),
  )
  const begun = known === undefined ? said : `${words[known]}${said.slice(known.length)}`
  return begun.replace(/\b([A-Z]{3}) (\d+\.\d{2})\b/g, (_, currency: string, amount: string) =>
    formatMoney(amount, currency),
  )
}
