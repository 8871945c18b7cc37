import { useWords } from '../../words/words.ts'
import { Place } from '../withdrawals/where-to.tsx'
import { WhomToPay } from '../withdrawals/whom-to-pay.tsx'
import type { Wish, WishProblem } from '../withdrawals/wish.ts'
import type { Payer } from './payer-of.ts'
import { refundFormWords } from './refund-form-words.ts'

type Props = {
  payer: Payer
  wish: Wish
  change(part: Partial<Wish>): void
  problem(name: WishProblem): string | undefined
}

/** Where the money goes, as far as whoever paid does not say it: a refund goes to nobody else. */
export function BackTo({ payer, wish, change, problem }: Props) {
  const words = useWords(refundFormWords)
  if (payer === 'known') return null
  if (payer === 'without_network') return <Place {...{ wish, change, problem }} hint={words.networkHint} />
  return <WhomToPay {...{ wish, change, problem }} />
}
