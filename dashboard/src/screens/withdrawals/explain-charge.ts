import { formatMoney } from '../../parts/format.ts'
import type { askingWords } from './asking-words.ts'

type Sentences = (typeof askingWords)['en']

/** The service tells in English why each line is charged. The sentences that it has are told in the person's language; one that is new is shown as it came. */
export function explainCharge(because: string, words: Sentences): string {
  const [, percent, of] = /^(\S+) % of ([\d.]+), rounded half up$/.exec(because) ?? []
  if (percent !== undefined && of !== undefined) return words.percentOf(percent, formatMoney(of))
  if (because === 'flat fee') return words.flat
  if (because === 'what the merchant pays on top of the amount') return words.onTop
  const charged =
    /^processor's charge(?: of ([\d.]+))?(?: for (up to|more than) ([\d.]+))?, (passed on|absorbed)$/.exec(
      because,
    )
  if (!charged) return because
  const [, amount = '0', bound, size = '0', who] = charged
  const told = who === 'absorbed' ? words.absorbed(formatMoney(amount)) : words.passedOn
  if (bound === undefined) return told
  const sized = bound === 'up to' ? words.upTo(formatMoney(size)) : words.moreThan(formatMoney(size))
  return `${told}, ${sized}`
}
