import { textFromMinor } from '../primitives/money.ts'
import type { BillPaid, Outcome } from '../providers/providers.ts'

type Money = Pick<BillPaid, 'amount' | 'currency'>

/** Money that is no merchant's, as the books have it: owed to whoever paid, or returned by the provider. */
export type Kept = Money & { returned_at: Date | null }

export type StrangerVerdict =
  | { kind: 'returned' }
  /** A person cannot book anything about it, but has to know. */
  | { kind: 'discrepancy'; ours: string; theirs: string }
  | { kind: 'repeat' }

/** What a word means for money that came for a number that nobody has. Pure, so that every pair can be tried. */
export function judgeStranger(kept: Kept, outcome: Outcome, said: Money): StrangerVerdict {
  const isHere = kept.returned_at === null
  if (outcome.kind === 'reversed') return { kind: isHere ? 'returned' : 'repeat' }
  if (outcome.kind === 'failed') return isHere ? contradiction(kept, 'failed') : { kind: 'repeat' }
  if (outcome.kind !== 'succeeded') return { kind: 'repeat' }
  const isSame = said.amount === kept.amount && said.currency === kept.currency
  if (isHere && isSame) return { kind: 'repeat' }
  // In another word than the first one, which is kept for ever and told once.
  return contradiction(kept, `${isHere ? 'successful' : 'paid'} ${moneyIn(said)}`)
}

function contradiction(kept: Kept, theirs: string): StrangerVerdict {
  const ours = `${kept.returned_at === null ? 'successful' : 'reversed'} ${moneyIn(kept)}`
  return { kind: 'discrepancy', ours, theirs }
}

function moneyIn({ amount, currency }: Money): string {
  return `${currency} ${textFromMinor(amount)}`
}
