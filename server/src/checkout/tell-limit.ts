import { fillIn, formatMoney, type Language, wordsIn } from '../pages/pages.ts'
import { minorFromText } from '../primitives/money.ts'
import type { Refusal } from '../primitives/refusal.ts'
import { networkOf } from '../providers/providers.ts'

type Wish = { amount: bigint; currency: string; phone: string | null }

/** Why an amount cannot be carried, in words for payers: which limit it meets, of the three that there are. */
export function tellLimit({ details }: Refusal, wish: Wish, language: Language): string {
  const { checkout: words } = wordsIn(language)
  const { minimum, maximum, smallest_unit: smallest } = details as Record<string, string>
  const net = (wish.phone === null ? null : networkOf(wish.phone)) ?? words.someNetwork
  const told = (sentence: string, limit: bigint) =>
    fillIn(sentence, { net, amount: formatMoney(limit, wish.currency) })
  const [least, most] = [minorOf(minimum), minorOf(maximum)]
  if (wish.amount < least) return told(words.tooLittle, least)
  return wish.amount > most ? told(words.tooMuch, most) : told(words.notInSteps, minorOf(smallest))
}

const minorOf = (text = '') => minorFromText(text) ?? 0n
