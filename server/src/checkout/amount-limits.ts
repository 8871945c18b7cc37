import { fillIn, formatMoney, type Language, wordsIn } from '../pages/pages.ts'

type Limited = { min_amount: bigint | null; max_amount: bigint | null; currency: string }

/** Within what a payer may choose, in words; null where a link sets no limit. */
export function limitsOf(
  { min_amount: least, max_amount: most, currency }: Limited,
  language: Language,
): string | null {
  const { checkout: words } = wordsIn(language)
  if (least === null && most === null) return null
  const filled = {
    least: least === null ? '' : formatMoney(least, currency),
    most: most === null ? '' : formatMoney(most, currency),
  }
  if (least === null) return fillIn(words.upTo, filled)
  return fillIn(most === null ? words.fromOn : words.between, filled)
}
